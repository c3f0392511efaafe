//! The client side: callers, the pool they borrow from, and the event loops they hand work to.

pub mod caller;
pub mod event_loop;
pub mod pool;
