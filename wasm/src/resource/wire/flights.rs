//! Messages in flight, for the trace.

use super::{Flight, StreamId, Wire};
use crate::kernel::time::Nanos;

impl Wire {
    /// The segment that arrives next, if it has arrived by `now`.
    pub fn arrival(&self, stream: StreamId, now: Nanos) -> Option<Flight> {
        self.in_flight(stream).next().filter(|flight| flight.span.1 <= now && !self.is_held(stream))
    }

    /// Calls `each` with every request whose last message is completely on the wire, and the time its last byte arrives.
    pub fn messages_in_flight(&self, stream: StreamId, mut each: impl FnMut(u32, Nanos)) {
        let s = &self.streams[stream as usize];
        let mut marks = s.marks.iter().skip(s.arrived_marks).peekable();
        let (mut end, mut there) = (s.delivered, 0);
        for segment in s.in_flight.iter() {
            end += u64::from(segment.bytes);
            // Nobody reads past a gap.
            there = segment.arrives.max(there);
            while let Some(mark) = marks.next_if(|mark| mark.end <= end) {
                if mark.run.last {
                    each(mark.run.request, there);
                }
            }
        }
    }

    /// Segments in flight on a stream, oldest first. One that waits for a segment before it arrives with that. Each is said to
    /// belong to the first request whose last message it completes, or else to the one that has its first byte.
    pub fn in_flight(&self, stream: StreamId) -> impl Iterator<Item = Flight> + '_ {
        let s = &self.streams[stream as usize];
        let mut marks = s.marks.iter().skip(s.arrived_marks).peekable();
        let (mut end, mut there) = (s.delivered, 0);
        s.in_flight.iter().map(move |segment| {
            end += u64::from(segment.bytes);
            there = segment.arrives.max(there);
            // Found by whoever looks: a segment that looked for it when it left passed all messages before it on its way.
            let holder = marks.peek().map(|mark| mark.run.request);
            let mut first_request = None;
            while let Some(mark) = marks.next_if(|mark| mark.end <= end) {
                first_request = first_request.or(mark.run.last.then_some(mark.run.request));
            }
            let first_request = first_request.or(holder).unwrap_or(u32::MAX);
            Flight { span: (segment.sent, there), bytes: segment.bytes, first_request }
        })
    }
}
