//! Connections: byte streams with kernel buffers at both ends, over a link with delay and bandwidth.
//!
//! A run of messages is a mark in a stream: the offset at which its last byte lies. write() turns queued bytes into one
//! segment; a segment arrives after the time on the link, never before its predecessor; read() takes bytes, and with them
//! every message whose end it passes. Partial messages need no special case.
//!
//! Left out: packets below write() size, acknowledgements, windows, loss, the CPU time of the receiving soft interrupt.
//!
//! ```text
//!  queued ≥ sent ≥ delivered ≥ read          marks: [read | delivered | sent | queued)
//!     write()  arrival    read()
//! ```

use super::message::{Message, Run};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::time::Nanos;
use std::collections::VecDeque;

/// One direction of one connection: connection x 2 + (0 to the server, 1 back).
pub type StreamId = u32;

/// The stream that carries commands of a connection.
pub fn to_server(connection: u32) -> StreamId {
    connection * 2
}

/// The stream that carries replies of a connection.
pub fn back(connection: u32) -> StreamId {
    connection * 2 + 1
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    sent: Nanos,
    arrives: Nanos,
    bytes: u32,
    first_request: u32,
}

/// A run in a stream: the part of it that has not been read, and where it ends.
#[derive(Clone, Copy, Debug)]
struct Mark {
    run: Run,
    end: u64,
}

impl Mark {
    /// How many of its messages lie completely before `offset`.
    fn complete_at(&self, offset: u64) -> u32 {
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
}

/// One direction of a connection.
#[derive(Default)]
struct Stream {
    queued: u64,
    sent: u64,
    delivered: u64,
    read: u64,
    /// Runs not yet read completely, in order.
    marks: VecDeque<Mark>,
    /// How many of them have been sent and have arrived completely.
    sent_marks: usize,
    arrived_marks: usize,
    in_flight: VecDeque<Segment>,
    last_arrival: Nanos,
}

/// One direction of the network: all connections share its bandwidth.
#[derive(Clone, Copy, Debug)]
struct Link {
    delay: Nanos,
    ns_per_byte: f64,
    free_at: Nanos,
    busy: Nanos,
}

/// All connections of a run and the network they use.
pub struct Wire {
    streams: Vec<Stream>,
    links: [Link; 2],
    window_start: Nanos,
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

impl Wire {
    /// `connections` connections over a link with these one-way delays; `mbit_per_sec` 0 means unlimited bandwidth.
    pub fn new(connections: u32, delays: [Nanos; 2], mbit_per_sec: f64) -> Self {
        let ns_per_byte = if mbit_per_sec > 0.0 { 8_000.0 / mbit_per_sec } else { 0.0 };
        Wire {
            streams: (0..connections * 2).map(|_| Stream::default()).collect(),
            links: delays.map(|delay| Link { delay, ns_per_byte, free_at: 0, busy: 0 }),
            window_start: 0,
        }
    }

    /// Appends messages to what a side wants to send.
    pub fn queue(&mut self, stream: StreamId, run: Run) {
        let s = &mut self.streams[stream as usize];
        s.queued += run.total();
        s.marks.push_back(Mark { run, end: s.queued });
    }

    /// Bytes queued and not sent.
    pub fn unsent(&self, stream: StreamId) -> u64 {
        let s = &self.streams[stream as usize];
        s.queued - s.sent
    }

    /// Requests whose last message would be sent completely by a write of `bytes`.
    pub fn completed_by_send(&self, stream: StreamId, bytes: u64) -> impl Iterator<Item = u32> + '_ {
        let s = &self.streams[stream as usize];
        let end = s.sent + bytes;
        let sent = s.marks.iter().skip(s.sent_marks).take_while(move |mark| mark.end <= end);
        sent.filter(|mark| mark.run.last).map(|mark| mark.run.request)
    }

    /// How many messages would be sent completely by a write of `bytes`.
    pub fn messages_in(&self, stream: StreamId, bytes: u64) -> u64 {
        let s = &self.streams[stream as usize];
        let (start, end) = (s.sent, s.sent + bytes);
        let touched = s.marks.iter().skip(s.sent_marks).take_while(|mark| mark.end - mark.run.total() < end);
        touched.map(|mark| u64::from(mark.complete_at(end) - mark.complete_at(start))).sum()
    }

    /// The request to which the next unsent byte belongs.
    pub fn next_unsent(&self, stream: StreamId) -> Option<u32> {
        let s = &self.streams[stream as usize];
        s.marks.get(s.sent_marks).map(|mark| mark.run.request)
    }

    /// Puts `bytes` queued bytes on the link as one segment, delayed by `jitter` beyond the link's delay; returns its
    /// arrival time.
    pub fn send(&mut self, stream: StreamId, bytes: u64, jitter: Nanos, now: Nanos, calendar: &mut Calendar) -> Nanos {
        let link = &mut self.links[stream as usize & 1];
        let s = &mut self.streams[stream as usize];
        debug_assert!(bytes <= s.queued - s.sent, "only queued bytes can be sent");
        let transmission = (bytes as f64 * link.ns_per_byte + 0.5) as Nanos;
        // Saturating: on a link slow enough to need centuries a segment never arrives, rather than in the past.
        let departs = now.max(link.free_at).saturating_add(transmission);
        link.free_at = departs;
        link.busy = link.busy.saturating_add(transmission);
        let arrives = departs.saturating_add(link.delay + jitter).max(s.last_arrival);
        s.last_arrival = arrives;
        let first_request = s.marks.get(s.sent_marks).map_or(u32::MAX, |mark| mark.run.request);
        s.sent += bytes;
        while s.marks.get(s.sent_marks).is_some_and(|mark| mark.end <= s.sent) {
            s.sent_marks += 1;
        }
        s.in_flight.push_back(Segment { sent: now, arrives, bytes: bytes as u32, first_request });
        if s.in_flight.len() == 1 {
            calendar.schedule(arrives, EventKind::Arrive, stream);
        }
        arrives
    }

    /// The first segment in flight arrives: its bytes become readable. The requests whose last message is now complete are
    /// appended to `arrived`.
    pub fn arrive(&mut self, stream: StreamId, arrived: &mut Vec<u32>, calendar: &mut Calendar) -> Option<Flight> {
        let s = &mut self.streams[stream as usize];
        let segment = s.in_flight.pop_front()?;
        s.delivered += u64::from(segment.bytes);
        while let Some(mark) = s.marks.get(s.arrived_marks).filter(|mark| mark.end <= s.delivered) {
            if mark.run.last {
                arrived.push(mark.run.request);
            }
            s.arrived_marks += 1;
        }
        if let Some(next) = s.in_flight.front() {
            calendar.schedule(next.arrives, EventKind::Arrive, stream);
        }
        Some(flight(&segment))
    }

    /// Bytes that a read() would find.
    pub fn readable(&self, stream: StreamId) -> u64 {
        let s = &self.streams[stream as usize];
        s.delivered - s.read
    }

    /// Size of the message at the head of what is to be read, and how much of it has been read.
    pub fn under_way(&self, stream: StreamId) -> Option<(Message, u64, u64)> {
        let s = &self.streams[stream as usize];
        let mark = s.marks.front()?;
        Some((mark.run.message, u64::from(mark.run.bytes), s.read - (mark.end - mark.run.total())))
    }

    /// Requests whose last message a read of `bytes` would complete.
    pub fn completed_by_read(&self, stream: StreamId, bytes: u64) -> impl Iterator<Item = u32> + '_ {
        let s = &self.streams[stream as usize];
        let end = s.read + bytes;
        let read = s.marks.iter().take_while(move |mark| mark.end <= end);
        read.filter(|mark| mark.run.last).map(|mark| mark.run.request)
    }

    /// Takes `bytes` readable bytes; the messages that are now complete are appended to `complete`. Of a run that is not
    /// through, they are a run that is not the last.
    pub fn read(&mut self, stream: StreamId, bytes: u64, complete: &mut Vec<Run>) {
        let s = &mut self.streams[stream as usize];
        debug_assert!(bytes <= s.delivered - s.read, "only delivered bytes can be read");
        s.read += bytes;
        while let Some(mark) = s.marks.front().filter(|mark| mark.end <= s.read) {
            complete.push(mark.run);
            s.marks.pop_front();
            s.sent_marks -= 1;
            s.arrived_marks -= 1;
        }
        if let Some(mark) = s.marks.front_mut()
            && mark.run.count > 1
        {
            let count = mark.complete_at(s.read);
            if count > 0 {
                complete.push(Run { count, last: false, ..mark.run });
                mark.run.count -= count;
            }
        }
    }

    /// Calls `each` with every request whose last message is completely on the wire, and the time its last byte arrives.
    pub fn messages_in_flight(&self, stream: StreamId, mut each: impl FnMut(u32, Nanos)) {
        let s = &self.streams[stream as usize];
        let mut marks = s.marks.iter().skip(s.arrived_marks).peekable();
        let mut end = s.delivered;
        for segment in &s.in_flight {
            end += u64::from(segment.bytes);
            while let Some(mark) = marks.next_if(|mark| mark.end <= end) {
                if mark.run.last {
                    each(mark.run.request, segment.arrives);
                }
            }
        }
    }

    /// Segments in flight on a stream, oldest first.
    pub fn in_flight(&self, stream: StreamId) -> impl Iterator<Item = Flight> + '_ {
        self.streams[stream as usize].in_flight.iter().map(flight)
    }

    /// Number of streams.
    pub fn streams(&self) -> u32 {
        self.streams.len() as u32
    }

    /// Forgets statistics: the measured window starts now.
    pub fn start_window(&mut self, now: Nanos) {
        self.window_start = now;
        // What is queued for the link will be transmitted in the window.
        self.links.iter_mut().for_each(|link| link.busy = link.free_at.saturating_sub(now));
    }

    /// Time the link of a direction (0 to the server, 1 back) has spent transmitting in the window, up to `now`: what is
    /// still queued for it does not count yet.
    pub fn busy(&self, direction: usize, now: Nanos) -> Nanos {
        let link = &self.links[direction];
        link.busy.saturating_sub(link.free_at.saturating_sub(now))
    }

    /// Panics unless every stream conserves its bytes (used by property tests).
    pub fn assert_consistent(&self) {
        for s in &self.streams {
            let in_flight: u64 = s.in_flight.iter().map(|segment| u64::from(segment.bytes)).sum();
            assert_eq!(s.sent, s.delivered + in_flight, "sent = delivered + in flight");
            assert!(s.queued >= s.sent && s.delivered >= s.read, "nothing is sent or read that does not exist");
        }
    }
}

fn flight(segment: &Segment) -> Flight {
    Flight { span: (segment.sent, segment.arrives), bytes: segment.bytes, first_request: segment.first_request }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(request: u32, count: u32, bytes: u32) -> Run {
        Run { request, message: Message::Command, last: true, count, bytes }
    }

    #[test]
    fn messages_complete_when_their_last_byte_is_read() {
        let mut wire = Wire::new(1, [100, 100], 0.0);
        let mut calendar = Calendar::default();
        let out = to_server(0);
        wire.queue(out, run(7, 1, 10));
        wire.queue(out, run(8, 1, 10));
        assert_eq!(wire.send(out, 20, 0, 5, &mut calendar), 105);
        let mut arrived = Vec::new();
        wire.arrive(out, &mut arrived, &mut calendar);
        assert_eq!(arrived, [7, 8]);
        let mut complete = Vec::new();
        wire.read(out, 15, &mut complete);
        assert_eq!((complete.as_slice(), wire.readable(out)), ([run(7, 1, 10)].as_slice(), 5));
        wire.read(out, 5, &mut complete);
        assert_eq!(complete, [run(7, 1, 10), run(8, 1, 10)]);
        wire.assert_consistent();
    }

    #[test]
    fn a_run_is_sent_and_read_in_any_pieces() {
        let mut wire = Wire::new(1, [100, 100], 0.0);
        let mut calendar = Calendar::default();
        let (out, mut arrived, mut complete) = (to_server(0), Vec::new(), Vec::new());
        wire.queue(out, run(7, 100, 10));
        assert_eq!((wire.messages_in(out, 25), wire.completed_by_send(out, 25).count()), (2, 0));
        wire.send(out, 25, 0, 0, &mut calendar);
        assert_eq!((wire.messages_in(out, 975), wire.completed_by_send(out, 975).collect::<Vec<_>>()), (98, vec![7]));
        wire.send(out, 975, 0, 0, &mut calendar);
        wire.arrive(out, &mut arrived, &mut calendar);
        assert!(arrived.is_empty(), "its last message is not there");
        wire.read(out, 19, &mut complete);
        assert_eq!(complete, [Run { last: false, ..run(7, 1, 10) }]);
        wire.arrive(out, &mut arrived, &mut calendar);
        assert_eq!(arrived, [7]);
        wire.read(out, 500, &mut complete);
        wire.read(out, 481, &mut complete);
        assert_eq!(complete[1..], [Run { last: false, ..run(7, 50, 10) }, run(7, 49, 10)]);
        wire.assert_consistent();
    }

    #[test]
    fn a_link_that_needs_centuries_delivers_nothing_rather_than_in_the_past() {
        let mut wire = Wire::new(1, [100, 100], 1e-300);
        let mut calendar = Calendar::default();
        for request in 0..3 {
            wire.queue(to_server(0), run(request, 1, 10));
            assert_eq!(wire.send(to_server(0), 10, 50, 7, &mut calendar), Nanos::MAX);
        }
        assert!(wire.busy(0, 1007) <= 1007);
    }

    #[test]
    fn a_segment_never_overtakes_and_bandwidth_is_shared() {
        let mut wire = Wire::new(2, [100, 100], 8.0);
        let mut calendar = Calendar::default();
        wire.queue(to_server(0), run(1, 1, 10));
        wire.queue(to_server(0), run(2, 1, 10));
        wire.queue(to_server(1), run(3, 1, 10));
        let first = wire.send(to_server(0), 10, 50_000, 0, &mut calendar);
        let second = wire.send(to_server(0), 10, 0, 0, &mut calendar);
        let other = wire.send(to_server(1), 10, 0, 0, &mut calendar);
        // 10 bytes at 8 Mbit/s take 10 µs; the third segment waits for two others.
        assert_eq!((first, second, other), (60_100, 60_100, 30_100));
        assert_eq!((wire.busy(0, 12_000), wire.busy(0, 30_000)), (12_000, 30_000));
        wire.start_window(25_000);
        assert_eq!((wire.busy(0, 25_000), wire.busy(0, 40_000)), (0, 5_000));
    }
}
