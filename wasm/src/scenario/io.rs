//! Properties that depend on the kind of I/O, for each of the three kinds.

use super::client::{Io, Selector, TaskFairness, TimeoutScheduler, default_io_ratio};
use super::flush::Flush;

impl Io {
    /// Number of event-loop threads; 0 when callers do their own I/O.
    pub fn loops(&self) -> u32 {
        match *self {
            Io::Blocking { .. } | Io::WriterReader { .. } => 0,
            Io::EventLoops { loops, .. } => loops,
        }
    }

    /// The one event loop that runs callers as its callbacks, with the settings that are its own.
    /// A load generator (`flush` writable) may have several.
    pub fn own_loop(&self) -> Io {
        let loops = if self.flush() == (Flush::Writable {}) { self.loops().max(1) } else { 1 };
        let (request_queue_size, high_water_mark_bytes, reply_timeout_ms, socket_timeout_ms) = match *self {
            Io::EventLoops {
                request_queue_size, high_water_mark_bytes, reply_timeout_ms, socket_timeout_ms, ..
            } => (request_queue_size, high_water_mark_bytes, reply_timeout_ms, socket_timeout_ms),
            Io::Blocking { .. } | Io::WriterReader { .. } => (0, 0, 0.0, 0.0),
        };
        Io::EventLoops {
            loops,
            flush: self.flush(),
            timeout_scheduler: TimeoutScheduler::default(),
            task_fairness: TaskFairness::default(),
            io_ratio: default_io_ratio(),
            selector: Selector::default(),
            request_queue_size,
            high_water_mark_bytes,
            reply_timeout_ms,
            socket_timeout_ms,
        }
    }

    /// How long whoever waits for a reply does so at most, or a socket may be silent, ms; 0 is for ever.
    pub fn reply_timeout_ms(&self) -> f64 {
        match *self {
            Io::Blocking { reply_timeout_ms, .. } | Io::WriterReader { reply_timeout_ms, .. } => reply_timeout_ms,
            // Only one of them says anything.
            Io::EventLoops { reply_timeout_ms, socket_timeout_ms, .. } => reply_timeout_ms.max(socket_timeout_ms),
        }
    }

    /// Whether a connection on which nothing has come for too long is closed under all who use it.
    pub fn closes_idle(&self) -> bool {
        match *self {
            Io::Blocking { .. } => false,
            Io::WriterReader { reply_timeout_ms, .. } => reply_timeout_ms > 0.0,
            Io::EventLoops { socket_timeout_ms, .. } => socket_timeout_ms > 0.0,
        }
    }

    /// How often goroutines look whether a connection is silent, ms; 0 is never.
    pub fn ping_interval_ms(&self) -> f64 {
        match *self {
            Io::WriterReader { ping_interval_ms, .. } => ping_interval_ms,
            Io::Blocking { .. } | Io::EventLoops { .. } => 0.0,
        }
    }

    /// When event loops write.
    pub fn flush(&self) -> Flush {
        match *self {
            Io::Blocking { .. } | Io::WriterReader { .. } => Flush::default(),
            Io::EventLoops { flush, .. } => flush,
        }
    }
}
