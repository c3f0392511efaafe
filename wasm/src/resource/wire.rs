//! Connections: byte streams with kernel buffers at both ends, over a link with delay and bandwidth.
//!
//! A run of messages is a mark in a stream: the offset at which its last byte lies. write() turns queued bytes into one
//! segment; a segment arrives after the time on the link, never before its predecessor; read() takes bytes, and with them
//! every message whose end it passes. Partial messages need no special case.
//!
//! With segments that get lost, windows or Nagle's algorithm ([`super::tcp`]) a write() becomes several segments, some of
//! which leave later or arrive twice as late; all behind wait for them.
//!
//! ```text
//!  queued ≥ sent ≥ delivered ≥ read          marks: [read | delivered | sent | queued)
//!     write()  arrival    read()
//! ```

mod flights;
mod held;
mod stream;

pub use self::stream::Flight;
use self::stream::{Mark, Segment, Stream};
use super::link::Link;
use super::message::{Message, Run};
use super::tcp::{Rules, Sender};
use crate::kernel::calendar::{Calendar, EventKind};
use crate::kernel::rng::Draws;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;

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

/// All connections of a run and the network they use.
pub struct Wire {
    streams: Table<Stream>,
    /// The rules of each client, and the client of each connection.
    rules: Table<Rules>,
    clients: Table<u16>,
    links: [Link; 2],
    /// Only where segments, windows or losses matter.
    tcp: Option<Tcp>,
}

/// What TCP adds to the streams.
struct Tcp {
    senders: Table<Sender>,
}

impl Wire {
    /// Connections of `clients`, with the delays and rules of each client, over one link; `mbit_per_sec` 0 means unlimited bandwidth.
    pub fn new(clients: Vec<u16>, rules: Vec<Rules>, mbit_per_sec: f64) -> Self {
        let streams = 2 * clients.len();
        let of = |stream: usize| &rules[usize::from(clients[stream / 2])];
        let senders = || (0..streams).map(|stream| Sender::new(of(stream), stream & 1)).collect();
        Wire {
            streams: (0..streams).map(|_| Stream::default()).collect(),
            links: [0, 1].map(|to| Link::new(mbit_per_sec, rules[0].moderate[to])),
            tcp: rules[0].matter().then(|| Tcp { senders: senders() }),
            rules: rules.into(),
            clients: clients.into(),
        }
    }

    #[inline(always)]
    fn rules_of(&self, stream: StreamId) -> Rules {
        self.rules[usize::from(self.clients[stream as usize / 2])]
    }

    /// From now on, the network is like this; false, and nothing happens, where TCP's part would begin or end to matter.
    pub fn change(&mut self, rules: &[Rules], mbit_per_sec: f64) -> bool {
        if self.tcp.is_some() != rules[0].matter() {
            return false;
        }
        for (link, to) in self.links.iter_mut().zip(0..) {
            link.change(mbit_per_sec, rules[0].moderate[to]);
        }
        self.rules = rules.to_vec().into();
        true
    }

    /// A connection ends, or another one begins: with a socket at both ends of a stream.
    #[cold]
    fn queue_end(&mut self, stream: StreamId, message: Message) {
        self.streams[stream as usize].ends += 1;
        let rules = self.rules_of(stream);
        let Some(tcp) = self.tcp.as_mut().filter(|_| message == Message::Open) else { return };
        for own in [stream & !1, stream | 1] {
            tcp.senders[own as usize].reopen(&rules);
        }
    }

    /// Appends messages to what a side wants to send.
    #[inline(always)]
    pub fn queue(&mut self, stream: StreamId, run: Run) {
        if run.message.is_end() {
            self.queue_end(stream, run.message);
        }
        let s = &mut self.streams[stream as usize];
        s.queued += run.total();
        s.marks.push(Mark { run, end: s.queued });
    }

    /// Bytes that have been sent over a stream since the beginning.
    pub fn sent(&self, stream: StreamId) -> u64 {
        self.streams[stream as usize].sent
    }

    /// Bytes queued and not sent.
    #[inline(always)]
    pub fn unsent(&self, stream: StreamId) -> u64 {
        let s = &self.streams[stream as usize];
        s.queued - s.sent
    }

    /// Unsent bytes of whole messages, as few of them as come to `least`; all if they do not.
    pub fn unsent_messages(&self, stream: StreamId, least: u64) -> u64 {
        let s = &self.streams[stream as usize];
        let wanted = s.sent.saturating_add(least);
        let enough = s.marks.iter().skip(s.sent_marks).find(|mark| mark.end >= wanted);
        enough.map_or(s.queued, |mark| mark.boundary_from(wanted)) - s.sent
    }

    /// Requests whose last message would be sent completely by a write of `bytes`.
    #[inline]
    pub fn completed_by_send(&self, stream: StreamId, bytes: u64) -> impl Iterator<Item = u32> + '_ {
        let s = &self.streams[stream as usize];
        let end = s.sent + bytes;
        let sent = s.marks.iter().skip(s.sent_marks).take_while(move |mark| mark.end <= end);
        sent.filter(|mark| mark.run.last).map(|mark| mark.run.request)
    }

    /// The request to which the next unsent byte belongs.
    #[inline]
    pub fn next_unsent(&self, stream: StreamId) -> Option<u32> {
        let s = &self.streams[stream as usize];
        s.marks.get(s.sent_marks).map(|mark| mark.run.request)
    }

    /// Whether segments can get lost, so that writes need random numbers ([`Wire::belongs_to`]).
    pub fn is_lossy(&self) -> bool {
        self.tcp.is_some() && self.rules[0].loss > 0.0
    }

    /// Says which random numbers decide what of the next write gets lost: those of the request with this key.
    pub fn belongs_to(&mut self, stream: StreamId, key: (u32, u32), draws: Draws) {
        if let Some(tcp) = &mut self.tcp {
            tcp.senders[stream as usize].belongs_to(key, draws);
        }
    }

    /// Puts `bytes` queued bytes on the link, delayed by `jitter` beyond the link's delay: as one segment, or as TCP cuts
    /// and spreads them. Calls `completed` with every request whose last message is now sent, and returns how many messages
    /// are now sent completely, and whether they are there at once. Those are never in flight, and no event brings them: a
    /// write() on loopback runs the receiver's part of the stack ([`Wire::land`]).
    #[inline]
    pub fn send(
        &mut self,
        stream: StreamId,
        bytes: u64,
        jitter: Nanos,
        now: Nanos,
        calendar: &mut Calendar,
        completed: impl FnMut(u32),
    ) -> (u64, bool) {
        let s = &mut self.streams[stream as usize];
        debug_assert!(bytes <= s.queued - s.sent, "only queued bytes can be sent");
        let messages = s.leave(bytes, completed);
        let rules = &self.rules[usize::from(self.clients[stream as usize / 2])];
        if let Some(tcp) = &mut self.tcp {
            let sender = &mut tcp.senders[stream as usize];
            sender.jitter = jitter;
            sender.acknowledge(rules, now);
            sender.restart_if_idle(rules, now);
            self.release(stream, now, calendar);
            return (messages, false);
        }
        let arrives = self.links[stream as usize & 1]
            .carry(bytes, rules.delays[stream as usize & 1] + jitter, now)
            .max(s.last_arrival);
        s.last_arrival = arrives;
        let is_first = s.in_flight.is_empty();
        if is_first && arrives == now && self.links[stream as usize & 1].interrupts.is_none() && !s.is_held {
            return (messages, true);
        }
        s.in_flight.push(Segment { sent: now, arrives, bytes: bytes as u32, is_raised: false });
        if is_first {
            calendar.schedule(arrives, EventKind::Arrive, stream);
        }
        (messages, false)
    }

    /// Bytes that leave the server for nobody's connection: when they are there, `delay` after the link has carried them.
    pub fn carry_back(&mut self, bytes: u64, delay: Nanos, now: Nanos) -> Nanos {
        self.links[1].carry(bytes, delay, now)
    }

    /// `bytes` bytes that were never in flight become readable. Calls `arrived` with every request whose last message is now
    /// complete.
    #[inline]
    pub fn land(&mut self, stream: StreamId, bytes: u64, arrived: impl FnMut(u32)) {
        self.streams[stream as usize].land(bytes, arrived);
    }

    /// An acknowledgement reaches the sender of a stream that holds bytes back.
    pub fn acknowledged(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) {
        let rules = self.rules_of(stream);
        if let Some(tcp) = &mut self.tcp {
            let sender = &mut tcp.senders[stream as usize];
            sender.woken(now);
            sender.acknowledge(&rules, now);
            self.release(stream, now, calendar);
        }
    }

    /// Sends what the window and Nagle's algorithm allow, segment by segment; those that arrive together travel as one.
    fn release(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) {
        let rules = self.rules_of(stream);
        let delay = rules.delays[stream as usize & 1];
        let Some(tcp) = &mut self.tcp else { return };
        let link = &mut self.links[stream as usize & 1];
        let s = &mut self.streams[stream as usize];
        let sender = &mut tcp.senders[stream as usize];
        let head = s.in_flight.first().map(|segment| segment.arrives);
        let mut burst = sender.sendable(&rules, s.sent - sender.sent);
        let mut answer = None;
        // The last segment of this burst, unless it got lost.
        let mut whole = false;
        while burst > 0 {
            let (start, bytes) = (sender.sent, burst.min(rules.segment));
            let arrives = link.carry(bytes, delay + sender.jitter, now).max(s.last_arrival);
            match sender.send(&rules, burst, arrives, now, |lost, there| s.expect(lost, start, there)) {
                Some(there) => {
                    s.in_flight.push(Segment { sent: now, arrives: there, bytes: bytes as u32, is_raised: false });
                    whole = false;
                }
                None => {
                    s.last_arrival = arrives;
                    answer = answer.or(Some(arrives));
                    match s.in_flight.last_mut().filter(|last| whole && last.arrives == arrives) {
                        Some(last) => last.bytes += bytes as u32,
                        None => s.in_flight.push(Segment { sent: now, arrives, bytes: bytes as u32, is_raised: false }),
                    }
                    whole = true;
                }
            }
            burst -= bytes;
        }
        if let Some(first) = s.in_flight.first().filter(|first| head.is_none_or(|head| first.arrives < head)) {
            calendar.schedule(first.arrives, EventKind::Arrive, stream);
        }
        self.wake_when_acknowledged(stream, now, calendar);
        if let Some(arrives) = answer {
            // What goes this way acknowledges what came the other way.
            let other = stream ^ 1;
            let delivered = self.streams[other as usize].delivered;
            if let Some(tcp) = &mut self.tcp {
                tcp.senders[other as usize].answered(delivered, arrives);
            }
            self.wake_when_acknowledged(other, now, calendar);
        }
    }

    /// Makes sure that what is held back is looked at when the next acknowledgement comes.
    fn wake_when_acknowledged(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) {
        let Some(tcp) = &mut self.tcp else { return };
        let sender = &mut tcp.senders[stream as usize];
        if self.streams[stream as usize].sent > sender.sent
            && let Some(at) = sender.next_wake()
        {
            calendar.schedule(at.max(now), EventKind::Acknowledge, stream);
        }
    }

    /// Whether the segment that has come waits for an interrupt of the card. An event brings it then.
    #[inline(always)]
    pub fn waits_for_interrupt(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) -> bool {
        self.links[stream as usize & 1].interrupts.is_some() && self.interrupt(stream, now, calendar)
    }

    #[cold]
    fn interrupt(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar) -> bool {
        let segments = &mut self.streams[stream as usize].in_flight;
        let Some(segment) = segments.first_mut().filter(|segment| segment.arrives <= now && !segment.is_raised) else {
            return false;
        };
        let Some(interrupts) = &mut self.links[stream as usize & 1].interrupts else { return false };
        let raised = interrupts.raised_for(segment.arrives, u64::from(segment.bytes));
        segment.is_raised = true;
        // What came earlier waited for a segment before it, no longer for the card.
        if segment.arrives < now || raised == now {
            return false;
        }
        segment.arrives = raised;
        calendar.schedule(raised, EventKind::Arrive, stream);
        true
    }

    /// The first segment in flight arrives, if it is due: its bytes become readable. Calls `arrived` with every request whose
    /// last message is now complete, and returns whether there was a segment. With TCP all that is there by `now` is to be taken,
    /// segment by segment; without, one segment comes with each event.
    #[inline]
    pub fn arrive(&mut self, stream: StreamId, now: Nanos, calendar: &mut Calendar, arrived: impl FnMut(u32)) -> bool {
        let rules = self.rules_of(stream);
        let s = &mut self.streams[stream as usize];
        let is_held = s.is_held;
        // A loss that has been repaired before its timer leaves the timer's event behind.
        let Some(&segment) = s.in_flight.first().filter(|segment| segment.arrives <= now && !is_held) else {
            return false;
        };
        s.in_flight.pop();
        s.land(u64::from(segment.bytes), arrived);
        if let Some(tcp) = &mut self.tcp {
            tcp.senders[stream as usize].delivered(&rules, u64::from(segment.bytes), s.delivered, now);
            if let Some(next) = s.in_flight.first().filter(|next| next.arrives > now) {
                calendar.schedule(next.arrives, EventKind::Arrive, stream);
            }
            self.wake_when_acknowledged(stream, now, calendar);
        } else if let Some(next) = s.in_flight.first() {
            // One that came during an interval was received with the interrupt at its end.
            calendar.schedule(next.arrives.max(now), EventKind::Arrive, stream);
        }
        true
    }

    /// Whether another segment of a stream is there already: it waited for one before it.
    pub fn has_arrived(&self, stream: StreamId, now: Nanos) -> bool {
        self.tcp.is_some() && self.streams[stream as usize].in_flight.first().is_some_and(|next| next.arrives <= now)
    }

    /// Bytes that a read() would find.
    #[inline(always)]
    pub fn readable(&self, stream: StreamId) -> u64 {
        let s = &self.streams[stream as usize];
        s.delivered - s.read
    }

    /// Bytes that have been taken out of a stream since the beginning.
    pub fn taken(&self, stream: StreamId) -> u64 {
        self.streams[stream as usize].read
    }

    /// Size of the message at the head of what is to be read, and how much of it has been read.
    #[inline]
    pub fn under_way(&self, stream: StreamId) -> Option<(Message, u64, u64)> {
        let s = &self.streams[stream as usize];
        let mark = s.marks.first()?;
        Some((mark.run.message, u64::from(mark.run.bytes), s.read - (mark.end - mark.run.total())))
    }

    /// The request to which the next unread byte belongs, and how many bytes a read() would find of the run that it is in.
    pub fn head(&self, stream: StreamId) -> Option<(u32, u64)> {
        let s = &self.streams[stream as usize];
        s.marks.first().map(|mark| (mark.run.request, s.delivered.min(mark.end) - s.read))
    }

    /// Bytes that one event finds. Data ends before the end of its connection, which is found by a read() of its own; the next connection,
    /// if it is there by then, is accepted in the same turn, and what comes over it is found in another one.
    #[inline(always)]
    pub fn readable_at_once(&self, stream: StreamId) -> u64 {
        match self.streams[stream as usize].ends {
            0 => self.readable(stream),
            _ => self.before_end(stream),
        }
    }

    #[cold]
    fn before_end(&self, stream: StreamId) -> u64 {
        let s = &self.streams[stream as usize];
        let mut there = s.marks.iter().take_while(|mark| mark.end <= s.delivered);
        let to = match there.next() {
            Some(Mark { run: Run { message: Message::Open, .. }, end }) => *end,
            Some(Mark { run: Run { message: Message::Close, .. }, end }) => {
                there.next().filter(|mark| mark.run.message == Message::Open).map_or(*end, |mark| mark.end)
            }
            _ => there.find(|mark| mark.run.message.is_end()).map_or(s.delivered, |mark| mark.end - mark.run.total()),
        };
        to - s.read
    }

    /// Whether the next that an event finds is the beginning of a connection: it is accepted, and nothing is read.
    #[inline(always)]
    pub fn begins(&self, stream: StreamId) -> bool {
        self.streams[stream as usize].ends > 0
            && self.under_way(stream).is_some_and(|(message, ..)| message == Message::Open)
    }

    /// Takes the beginning of a connection out of what is to be read, where it is next.
    #[cold]
    pub fn take_beginning(&mut self, stream: StreamId) -> Option<Run> {
        let s = &mut self.streams[stream as usize];
        let Mark { run, end } = s.marks.pop()?;
        s.read = end;
        (s.sent_marks, s.arrived_marks) = (s.sent_marks - 1, s.arrived_marks - 1);
        Some(run)
    }

    /// The server has dealt with a beginning or an end.
    #[cold]
    pub fn end_is_over(&mut self, stream: StreamId) {
        self.streams[stream as usize].ends -= 1;
    }

    /// Requests whose last message a read of `bytes` would complete.
    #[inline]
    pub fn completed_by_read(&self, stream: StreamId, bytes: u64) -> impl Iterator<Item = u32> + '_ {
        let s = &self.streams[stream as usize];
        let end = s.read + bytes;
        let read = s.marks.iter().take_while(move |mark| mark.end <= end);
        read.filter(|mark| mark.run.last).map(|mark| mark.run.request)
    }

    /// Takes `bytes` readable bytes; the messages that are now complete are appended to `complete`.
    #[inline(always)]
    pub fn read(&mut self, stream: StreamId, bytes: u64, complete: &mut Vec<Run>) {
        self.read_each(stream, bytes, |run| complete.push(*run));
    }

    /// Takes `bytes` readable bytes; calls `complete` with the messages that are now complete. Of a run that is not through,
    /// they are a run that is not the last.
    #[inline(always)]
    pub fn read_each(&mut self, stream: StreamId, bytes: u64, mut complete: impl FnMut(&Run)) {
        let s = &mut self.streams[stream as usize];
        debug_assert!(bytes <= s.delivered - s.read, "only delivered bytes can be read");
        s.read += bytes;
        let mut through = 0;
        while let Some(mark) = s.marks.nth(through) {
            if mark.end > s.read {
                break;
            }
            complete(&mark.run);
            through += 1;
        }
        s.marks.drop_oldest(through);
        s.sent_marks -= through;
        s.arrived_marks -= through;
        if let Some(mark) = s.marks.first_mut()
            && mark.run.count > 1
        {
            let count = mark.complete_at(s.read);
            if count > 0 {
                complete(&Run { count, last: false, ..mark.run });
                mark.run.count -= count;
            }
        }
    }

    /// Number of streams.
    pub fn streams(&self) -> u32 {
        self.streams.len() as u32
    }

    /// Forgets statistics: the measured window starts now.
    pub fn start_window(&mut self, now: Nanos) {
        self.links.iter_mut().for_each(|link| link.start_window(now));
    }

    /// Time the link of a direction (0 to the server, 1 back) has spent transmitting in the window, up to `now`.
    pub fn busy(&self, direction: usize, now: Nanos) -> Nanos {
        self.links[direction].busy(now)
    }

    /// Panics unless every stream conserves its bytes (used by property tests).
    pub fn assert_consistent(&self) {
        for (stream, s) in self.streams.iter().enumerate() {
            let in_flight: u64 = s.in_flight.iter().map(|segment| u64::from(segment.bytes)).sum();
            let sender = self.tcp.as_ref().map(|tcp| &tcp.senders[stream]);
            let sent = sender.map_or(s.sent, |sender| sender.sent);
            assert_eq!(sent, s.delivered + in_flight, "sent = delivered + in flight, lost and resent included");
            if let Some(sender) = sender {
                sender.assert_consistent(s.delivered, s.sent);
            }
            assert!(s.queued >= s.sent && s.delivered >= s.read, "nothing is sent or read that does not exist");
        }
    }
}

#[cfg(test)]
mod tests;
