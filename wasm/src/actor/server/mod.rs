//! The server side.

mod answer;
mod append_only;
pub mod client;
mod cron;
pub mod io_loop;
pub mod io_threads;
pub mod keyspace;
pub mod main_loop;
pub mod replication;
mod socket;
