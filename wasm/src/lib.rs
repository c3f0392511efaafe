//! The engine of Roundtrip: a discrete-event model of Redis clients, the network and a Redis server.
//!
//! A run is a pure function of its [`scenario`]: no clock, no randomness and no I/O come from the host. Time is integer
//! nanoseconds. Every actor (caller, event loop, Redis' main thread) is a *thread* of a simulated machine and every loss of
//! time happens where the real software loses it; see `MODEL.md` and the chapters in `model`.
//!
//! Layers, each using only those before it: [`json`] (reading values) · [`kernel`] (clock, calendar, random streams) · [`metric`] (what is measured) ·
//! [`scenario`] (what is simulated) · [`resource`] (cores, sockets, links) · [`actor`] (clients, server) · [`sim`] (the run) ·
//! [`ffi`] (the raw C ABI of the WebAssembly build). Beside them: [`theory`] (closed forms by which runs are judged).
//!
//! Life of a run: [`scenario::normalize`] text → [`sim::Simulation::new`] → `advance` until done, taking trace chunks away as
//! they fill → `summary`.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod actor;
pub mod ffi;
pub mod json;
pub mod kernel;
pub mod metric;
pub mod resource;
pub mod scenario;
pub mod sim;
pub mod theory;
