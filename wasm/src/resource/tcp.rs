//! TCP between write() and the receiver's socket buffer: segments, windows, acknowledgements, loss
//! and its repair. Only streams of a network that asks for any of it have this state; others are sent as they are written.
//!
//! ```text
//!  written ── held: window full, or Nagle ──► on the link ──┬─► delivered, in order ──► acknowledged ─┐
//!                ▲                                          └─► lost, resent after ...                │
//!                └────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! Mirrors Linux: initial window of 10 segments, doubled every round trip that used it up, halved for every idle timeout
//! (`tcp_cwnd_restart`); after a loss 0.7 of it (CUBIC), one segment after a timeout. A lost segment is resent as soon as
//! three later ones are acknowledged, or one and the reordering window is over (RACK, `tcp_rack_detect_loss`); without later
//! ones by a tail loss probe after 2 RTT (`tcp_schedule_loss_probe`) or, when it travelled alone, by the retransmission
//! timer, RTT + 200 ms, doubled each time. Receivers acknowledge every second segment, or a window that is used up, at once, less than that with the
//! next data the other way, or after 40 ms.
//!
//! Left out: acknowledgements that get lost; resent segments and acknowledgements take no bandwidth; the round-trip time is
//! known, not estimated; CUBIC's growth beyond one segment a round trip; receive buffers that slow readers fill.

use crate::kernel::rng::Draws;
use crate::kernel::time::{MS, Nanos};
use std::collections::VecDeque;

/// `TCP_INIT_CWND`.
const INITIAL_SEGMENTS: u64 = 10;
/// `TCP_RTO_MIN`: the least variance that the retransmission timer adds to the round-trip time.
const TIMEOUT_MIN: Nanos = 200 * MS;
/// `TCP_RTO_MAX`.
const TIMEOUT_MAX: Nanos = 120_000 * MS;
/// `TCP_TIMEOUT_MIN_US`: what probes and the reordering timer add.
const TIMER_MIN: Nanos = 2 * MS;
/// `TCP_DELACK_MIN`.
const DELAYED_ACK: Nanos = 40 * MS;
/// Later segments that prove a loss (`tcp_reordering`).
const DUPLICATES: u32 = 3;
/// CUBIC's window after a loss, in tenths.
const LOSS_TENTHS: u64 = 7;

/// The rules all streams of a network follow.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Largest payload of a segment, B: no more than the window.
    pub segment: u64,
    /// Probability that a segment is lost.
    pub loss: f64,
    /// Whether segments may be lost at another time of the run.
    pub may_lose: bool,
    /// Most bytes that may be unacknowledged, whatever the congestion window says.
    pub window: u64,
    /// Whether the congestion window limits as well.
    pub slow_start: bool,
    /// Whether commands wait for the acknowledgement of a small segment before them.
    pub nagle: bool,
    /// One-way delays to the server and back.
    pub delays: [Nanos; 2],
    /// Whether the network card of the server and that of the client moderate interrupts.
    pub moderate: [bool; 2],
}

impl Rules {
    /// Whether streams need any of this.
    pub fn matter(&self) -> bool {
        self.may_lose || self.loss > 0.0 || self.window < u64::MAX || self.slow_start || self.nagle
    }

    fn rtt(&self) -> Nanos {
        self.delays[0] + self.delays[1]
    }

    fn timeout(&self) -> Nanos {
        self.rtt() + TIMEOUT_MIN
    }
}

/// A segment that gets lost on its way.
#[derive(Clone, Debug)]
struct Loss {
    /// Offset of its first byte.
    start: u64,
    /// When it is sent again, as far as is known.
    resent: Nanos,
    /// Later segments that prove the loss when they are acknowledged.
    later: u32,
    /// Whether they, or a probe, are what repairs it, not the retransmission timer.
    fast: bool,
    /// Decides whether it gets lost again.
    draws: Draws,
}

impl Loss {
    /// When it arrives at last: every further loss costs a timeout, twice the one before.
    fn arrival(&self, rules: &Rules, direction: usize) -> Nanos {
        let (mut at, mut draws) = (self.resent, self.draws);
        let mut timeout = if self.fast { rules.timeout() } else { 2 * rules.timeout() };
        while draws.uniform() <= rules.loss {
            at = at.saturating_add(timeout);
            timeout = (2 * timeout).min(TIMEOUT_MAX);
        }
        at.saturating_add(rules.delays[direction])
    }
}

/// The sending side of a stream, and what its receiver has acknowledged.
#[derive(Clone, Debug)]
pub struct Sender {
    /// 0 to the server, 1 back.
    direction: usize,
    /// Bytes given to the link, each counted once.
    pub sent: u64,
    acked: u64,
    /// Acknowledgements on their way: when the sender has them, and up to which byte.
    acks: VecDeque<(Nanos, u64)>,
    /// End of the last segment that was not full.
    small_end: u64,
    /// Congestion window, and where slow start ends, B.
    congestion: u64,
    threshold: u64,
    /// Bytes before this one were sent with the window that a loss has made smaller.
    shrunk_at: u64,
    last_sent: Nanos,
    losses: VecDeque<Loss>,
    /// Whose random numbers decide about losses.
    key: (u32, u32),
    draws: Draws,
    /// Extra delay of the write under way.
    pub jitter: Nanos,
    /// Bytes that the receiver has not acknowledged yet, and until when it may wait.
    owed: u64,
    owed_until: Nanos,
    /// When an event has been scheduled to release what is held; the far future without one.
    wakes_at: Nanos,
}

impl Sender {
    /// A connection that has just been established.
    pub fn new(rules: &Rules, direction: usize) -> Self {
        Sender {
            direction,
            sent: 0,
            acked: 0,
            acks: VecDeque::new(),
            small_end: 0,
            congestion: INITIAL_SEGMENTS.saturating_mul(rules.segment),
            threshold: u64::MAX,
            shrunk_at: 0,
            last_sent: 0,
            losses: VecDeque::new(),
            key: (u32::MAX, u32::MAX),
            draws: Draws::default(),
            jitter: 0,
            owed: 0,
            owed_until: Nanos::MAX,
            wakes_at: Nanos::MAX,
        }
    }

    /// Another socket takes the place of the one before (`tcp_init_sock`, `tcp_init_cwnd`): what that one had learned of the
    /// path is gone, and what of it is still to be acknowledged teaches this one nothing.
    pub fn reopen(&mut self, rules: &Rules) {
        (self.congestion, self.threshold) = (INITIAL_SEGMENTS.saturating_mul(rules.segment), u64::MAX);
        self.shrunk_at = self.sent;
    }

    /// What was sent and not delivered is lost with its socket, of `written` bytes in all.
    pub fn forget(&mut self, written: u64) {
        self.acks.clear();
        self.losses.clear();
        (self.sent, self.acked, self.small_end, self.shrunk_at) = (written, written, written, written);
        (self.owed, self.owed_until) = (0, Nanos::MAX);
    }

    /// The next write begins with a message of this request: the n-th segment of a request gets lost or not by its n-th
    /// random number.
    pub fn belongs_to(&mut self, key: (u32, u32), draws: Draws) {
        if self.key != key {
            (self.key, self.draws) = (key, draws);
        }
    }

    // The sender.

    /// Takes note of the acknowledgements that have come in.
    pub fn acknowledge(&mut self, rules: &Rules, now: Nanos) {
        while let Some(&(_, upto)) = self.acks.front().filter(|ack| ack.0 <= now) {
            self.acks.pop_front();
            let (bytes, in_flight) = (upto - self.acked, self.sent - self.acked);
            self.acked = upto;
            if !rules.slow_start || upto <= self.shrunk_at {
                continue;
            }
            if self.congestion >= self.threshold {
                self.congestion += rules.segment * bytes / self.congestion;
            } else if self.congestion < 2 * in_flight {
                // A window that is not used up does not grow (`tcp_is_cwnd_limited`).
                self.congestion += bytes;
            }
        }
    }

    /// A write after a pause finds the window of a new connection, or what halving has left of a larger one.
    pub fn restart_if_idle(&mut self, rules: &Rules, now: Nanos) {
        let mut idle = now - self.last_sent;
        if !rules.slow_start || self.sent > self.acked || idle <= rules.timeout() {
            return;
        }
        let least = INITIAL_SEGMENTS * rules.segment;
        self.threshold = self.threshold.max(self.congestion / 4 * 3);
        while idle > rules.timeout() && self.congestion > least {
            self.congestion = (self.congestion / 2).max(least);
            idle -= rules.timeout();
        }
    }

    /// How many of `held` written bytes may leave now: full segments, unless they are the last.
    pub fn sendable(&self, rules: &Rules, held: u64) -> u64 {
        let congestion = if rules.slow_start { self.congestion } else { u64::MAX };
        // One segment may always be under way.
        let window = congestion.min(rules.window).max(rules.segment);
        let bytes = held.min(window.saturating_sub(self.sent - self.acked));
        let waits_for_small = rules.nagle && self.direction == 0 && self.small_end > self.acked;
        if bytes < held || waits_for_small { bytes - bytes % rules.segment } else { bytes }
    }

    /// Sends the first segment of `burst` bytes; it would arrive at `arrives`. If it gets lost, returns when it is there
    /// after all; if not, it may prove that segments before it are lost, and calls `moved` with the offset of their first
    /// byte and when they arrive now.
    pub fn send(
        &mut self,
        rules: &Rules,
        burst: u64,
        arrives: Nanos,
        now: Nanos,
        moved: impl FnMut(u64, Nanos),
    ) -> Option<Nanos> {
        let bytes = burst.min(rules.segment);
        let alone = burst <= rules.segment && self.sent == self.acked;
        let start = self.sent;
        (self.sent, self.last_sent) = (start + bytes, now);
        if bytes < rules.segment {
            self.small_end = self.sent;
        }
        if rules.loss == 0.0 || self.draws.uniform() > rules.loss {
            self.detect_losses(rules, arrives.saturating_add(rules.delays[1 - self.direction]), now, moved);
            return None;
        }
        let wait = if alone { rules.timeout() } else { rules.timeout().min(2 * rules.rtt() + TIMER_MIN) };
        let loss = Loss { start, resent: now + wait, later: 0, fast: !alone, draws: self.draws.branch() };
        let there = loss.arrival(rules, self.direction);
        self.losses.push_back(loss);
        Some(there)
    }

    /// A segment will be acknowledged at `acked`: those lost before it are sent again when enough have been.
    fn detect_losses(&mut self, rules: &Rules, acked: Nanos, now: Nanos, mut moved: impl FnMut(u64, Nanos)) {
        // Those that enough have proved come first, for they are older.
        for loss in self.losses.iter_mut().rev().take_while(|loss| loss.later < DUPLICATES) {
            loss.later += 1;
            let patience = if loss.later < DUPLICATES { rules.rtt() / 4 + TIMER_MIN } else { 0 };
            let resent = acked.saturating_add(patience);
            if now < loss.resent && resent < loss.resent {
                (loss.resent, loss.fast) = (resent, true);
                moved(loss.start, loss.arrival(rules, self.direction));
            }
        }
    }

    // The receiver.

    /// Bytes up to `end`, `bytes` of them new, are delivered: they are acknowledged at once or a little later.
    pub fn delivered(&mut self, rules: &Rules, bytes: u64, end: u64, now: Nanos) {
        let back = rules.delays[1 - self.direction];
        let repaired = self.losses.front().is_some_and(|loss| loss.start < end);
        if repaired && let Some(loss) = self.losses.pop_front() {
            self.shrink(rules, loss.fast);
        }
        if self.owed == 0 || self.owed_until < now {
            (self.owed, self.owed_until) = (0, now + DELAYED_ACK);
        }
        self.owed += bytes;
        if self.owed >= rules.window.min(2 * rules.segment) || repaired {
            self.owed_until = now;
        }
        let until = self.owed_until;
        self.acknowledged(end, until.saturating_add(back));
        if until == now {
            self.owed = 0;
        }
    }

    /// Data goes the other way and arrives at `arrives`: it carries the acknowledgement of everything up to `end`.
    pub fn answered(&mut self, end: u64, arrives: Nanos) {
        if self.owed > 0 {
            self.owed = 0;
            self.acknowledged(end, arrives);
        }
    }

    /// Acknowledgements are cumulative: this one replaces those that would come later.
    fn acknowledged(&mut self, end: u64, at: Nanos) {
        while self.acks.back().is_some_and(|ack| ack.0 >= at) {
            self.acks.pop_back();
        }
        self.acks.push_back((at, end));
    }

    fn shrink(&mut self, rules: &Rules, fast: bool) {
        if rules.slow_start {
            self.shrunk_at = self.sent;
            self.threshold = (self.congestion / 10 * LOSS_TENTHS).max(2 * rules.segment);
            self.congestion = if fast { self.threshold } else { rules.segment };
        }
    }

    /// When to look again at what is held, if no event is scheduled for that yet.
    pub fn next_wake(&mut self) -> Option<Nanos> {
        let at = self.acks.front()?.0;
        (at < self.wakes_at).then(|| {
            self.wakes_at = at;
            at
        })
    }

    /// The event scheduled for now is there.
    pub fn woken(&mut self, now: Nanos) {
        if self.wakes_at <= now {
            self.wakes_at = Nanos::MAX;
        }
    }

    /// Panics unless the sender's account is in order; `delivered` and `written` are the stream's.
    pub fn assert_consistent(&self, delivered: u64, written: u64) {
        assert!(self.acked <= delivered && delivered <= self.sent && self.sent <= written, "{self:?}");
        assert!(self.losses.iter().all(|loss| loss.start >= delivered && loss.start < self.sent), "{self:?}");
        let waits = self.sent == written || self.sent > delivered || self.wakes_at < Nanos::MAX;
        assert!(waits, "something will release what is held: {self:?}");
    }
}
