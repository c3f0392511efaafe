//! All tests of the engine through its public interface, in one program: a program for each file would link the engine twenty
//! times. `cargo test --profile quick --test all pool::` runs those of one file. `fuzz` is a program of its own, because it counts all memory.

mod accept;
mod admission;
mod application;
mod caching;
mod callbacks;
mod change;
mod cluster;
mod costs;
mod events;
mod examples;
mod fleet;
mod generations;
mod golden;
mod invariants;
mod io;
mod io_threads;
mod keyspace;
mod layering;
mod limits;
mod mixes;
mod model;
mod network;
mod pinning;
mod pool;
mod popularity;
mod replicas;
mod runtimes;
mod scheduler;
mod server;
mod silence;
mod support;
mod theory;
mod timers;
mod tls;
mod topology;
