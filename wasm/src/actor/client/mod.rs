//! The client side: callers and what carries them, the pool they borrow from and its evictor, and the event loops they hand
//! work to.

pub mod application;
pub mod blocking_io;
pub mod cache;
pub mod caller;
pub mod carrier;
pub mod connection_exchange;
pub mod event_loop;
pub mod evictor;
pub mod fan_out;
pub mod filler;
pub mod flushing;
pub mod goroutines;
pub mod handover;
mod in_turn;
pub mod lifetime;
pub mod loop_rules;
pub mod node_loop;
pub mod outstanding;
pub mod plan;
pub mod pool;
pub mod pool_rules;
pub mod process;
pub mod reply_timeout;
pub mod ring;
pub mod timer;
pub mod topology;
pub mod virtual_threads;
pub mod wait_queues;
