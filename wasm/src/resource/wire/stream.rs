//! One direction of a connection: the bytes in it, the segments in flight and the marks where its messages end.

use super::super::message::Run;
use crate::kernel::queue::Queue;
use crate::kernel::time::Nanos;

/// Bytes that travel together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) sent: Nanos,
    pub(super) arrives: Nanos,
    pub(super) bytes: u32,
    /// Whether its interrupt is known: `arrives` is then the time of that.
    pub(super) is_raised: bool,
}

/// A segment seen from outside, for the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// When it was written and when it arrives.
    pub span: (Nanos, Nanos),
    /// Its size.
    pub bytes: u32,
    /// Slot of the first message in it.
    pub first_request: u32,
}

/// A run in a stream: the part of it that has not been read, and where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) run: Run,
    pub(super) end: u64,
}

impl Mark {
    /// How many of its messages lie completely before `offset`.
    #[inline(always)]
    pub(super) fn complete_at(&self, offset: u64) -> u32 {
        if offset >= self.end {
            return self.run.count;
        }
        // Ordinary commands come one by one: no division for them.
        if self.run.count == 1 {
            return 0;
        }
        let start = self.end - self.run.total();
        (offset.saturating_sub(start) / u64::from(self.run.bytes)) as u32
    }

    /// Where the message ends in which `offset` lies, or which ends there.
    pub(super) fn boundary_from(&self, offset: u64) -> u64 {
        let start = self.end - self.run.total();
        start + offset.saturating_sub(start).next_multiple_of(u64::from(self.run.bytes))
    }
}

/// One direction of a connection.
#[derive(Default)]
pub(super) struct Stream {
    pub(super) queued: u64,
    pub(super) sent: u64,
    pub(super) delivered: u64,
    pub(super) read: u64,
    /// Runs not yet read completely, in order.
    pub(super) marks: Queue<Mark>,
    /// How many of them have been sent and have arrived completely.
    pub(super) sent_marks: usize,
    pub(super) arrived_marks: usize,
    /// Beginnings and ends of connections in it, until the server has dealt with them.
    pub(super) ends: u32,
    pub(super) in_flight: Queue<Segment>,
    pub(super) last_arrival: Nanos,
    /// Whether nothing arrives for the time being.
    pub(super) is_held: bool,
}

impl Stream {
    /// The next `bytes` are sent: see [`super::Wire::send`].
    #[inline(always)]
    pub(super) fn leave(&mut self, bytes: u64, mut completed: impl FnMut(u32)) -> u64 {
        let (start, end) = (self.sent, self.sent + bytes);
        self.sent = end;
        let mut messages = 0;
        while let Some(mark) = self.marks.nth(self.sent_marks) {
            messages += u64::from(mark.complete_at(end) - mark.complete_at(start));
            if mark.end > end {
                break;
            }
            if mark.run.last {
                completed(mark.run.request);
            } else if mark.run.message.is_end() {
                messages -= 1;
            }
            self.sent_marks += 1;
        }
        messages
    }

    /// The next `bytes` become readable: see [`super::Wire::land`].
    #[inline(always)]
    pub(super) fn land(&mut self, bytes: u64, mut arrived: impl FnMut(u32)) {
        self.delivered += bytes;
        while let Some(mark) = self.marks.nth(self.arrived_marks) {
            if mark.end > self.delivered {
                break;
            }
            if mark.run.last {
                arrived(mark.run.request);
            }
            self.arrived_marks += 1;
        }
    }

    /// The segment that begins at offset `start` is expected at another time than before; `end` is that of what is in
    /// flight. It is one of the last.
    pub(super) fn expect(&mut self, start: u64, end: u64, arrives: Nanos) {
        let mut at = end;
        for segment in self.in_flight.iter_mut().rev() {
            at -= u64::from(segment.bytes);
            if at == start {
                segment.arrives = arrives;
                return;
            }
        }
    }
}
