//! The simulation kernel: clock, future event list, queues, tables, random streams and distributions. It knows nothing of Redis.

pub mod calendar;
pub mod dist;
pub mod queue;
pub mod rng;
pub mod table;
pub mod time;
pub mod ziggurat;
