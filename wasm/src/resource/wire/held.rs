//! Streams that deliver nothing for a while, or lose what is in them.

use super::super::message::Run;
use super::{StreamId, Wire};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::time::Nanos;

impl Wire {
    /// Nothing of a stream arrives until it is released.
    pub fn hold(&mut self, stream: StreamId) {
        self.streams[stream as usize].is_held = true;
    }

    /// What is in flight on a stream that was held arrives, now or when it was going to.
    pub fn let_go(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) {
        let s = &mut self.streams[stream as usize];
        s.is_held = false;
        // The event of a segment that was due has passed.
        if s.in_flight.first().is_some_and(|segment| segment.arrives <= now) {
            calendar.schedule(now, EventKind::Arrive, stream);
        }
    }

    /// Whether nothing of a stream arrives.
    pub fn is_held(&self, stream: StreamId) -> bool {
        self.streams[stream as usize].is_held
    }

    /// All that was written to a stream and has not been read is lost: what it was.
    pub fn swallow(&mut self, stream: StreamId) -> Vec<Run> {
        let s = &mut self.streams[stream as usize];
        let bytes = s.sent - s.delivered;
        while !s.in_flight.is_empty() {
            s.in_flight.pop();
        }
        s.land(bytes, |_| ());
        if let Some(tcp) = &mut self.tcp {
            tcp.senders[stream as usize].forget(s.sent);
        }
        let (mut lost, bytes) = (Vec::new(), self.readable(stream));
        self.read(stream, bytes, &mut lost);
        let ends = lost.iter().filter(|run| run.message.is_end()).count();
        self.streams[stream as usize].ends -= ends as u32;
        lost
    }
}
