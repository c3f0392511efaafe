//! The server side.

pub mod main_loop;
