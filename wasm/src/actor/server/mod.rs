//! The server side.

mod append_only;
pub mod client;
mod cron;
pub mod main_loop;
mod socket;
