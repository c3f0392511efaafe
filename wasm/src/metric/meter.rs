//! Counters of the measured window, and the throughput of the whole run over time.

use super::batch::BatchMeans;
use super::histogram::Histogram;
use super::phase_times::PhaseTimes;
use super::time_weighted::TimeWeighted;
use super::vocabulary::{Failure, Phase};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use std::ops::{Index, IndexMut};

/// Intervals of the throughput series.
pub const SERIES_INTERVALS: usize = 200;

/// What happens in one interval of the series.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interval {
    /// Requests completed.
    pub completions: u32,
    /// Length of the longest queue.
    pub longest_queue: u32,
    /// Sum of their response times.
    pub response: Nanos,
}

/// What one node of a cluster has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeCounts {
    /// Commands read.
    pub commands: u64,
    /// Commands answered with MOVED.
    pub moved: u64,
    /// Commands answered with ASK.
    pub ask: u64,
    /// Answers to CLUSTER NODES or CLUSTER SLOTS.
    pub descriptions: u64,
}

/// What is counted of the server.
pub struct ServerMeter {
    /// What each node has done in the window.
    pub nodes: Table<NodeCounts>,
    /// Turns of the server's event loop in the window that had something to read.
    pub turns: u64,
    /// From the execution of a write on its primary to that on a replica.
    pub lag: Histogram,
}

impl ServerMeter {
    /// Counters for a number of nodes.
    pub fn new(nodes: u32) -> Self {
        ServerMeter { nodes: vec![NodeCounts::default(); nodes as usize].into(), turns: 0, lag: Histogram::default() }
    }

    /// The measured window begins: everything counted so far is forgotten.
    pub fn start_window(&mut self) {
        self.nodes.fill(NodeCounts::default());
        self.turns = 0;
        self.lag = Histogram::default();
    }
}

/// What is counted of each client, by its number. They measure the same window in the same intervals.
pub struct Meters(Table<Meter>);

impl Meters {
    /// Counters for a number of clients; see [`Meter::new`].
    pub fn new(clients: usize, warmup_end: Nanos, end: Nanos) -> Self {
        Meters((0..clients).map(|_| Meter::new(warmup_end, end)).collect())
    }

    /// Whether the interval of the series under way ends by `now`.
    #[inline(always)]
    pub fn interval_ends(&self, now: Nanos) -> bool {
        self.0[0].interval_ends(now)
    }

    /// The next interval begins; `longest_queues` of the one that is over are known, one for each client.
    pub fn next_interval(&mut self, longest_queues: Vec<u32>) {
        for (meter, longest) in self.0.iter_mut().zip(longest_queues) {
            meter.next_interval(longest);
        }
    }

    /// The measured window begins.
    pub fn start_window(&mut self, now: Nanos) {
        self.0.iter_mut().for_each(|meter| meter.start_window(now));
    }
}

impl Index<u16> for Meters {
    type Output = Meter;

    #[inline(always)]
    fn index(&self, client: u16) -> &Meter {
        &self.0[usize::from(client)]
    }
}

impl IndexMut<u16> for Meters {
    #[inline(always)]
    fn index_mut(&mut self, client: u16) -> &mut Meter {
        &mut self.0[usize::from(client)]
    }
}

/// What is counted of one client while a run is under way.
pub struct Meter {
    /// Start and end of the measured window.
    pub window: (Nanos, Nanos),
    /// Whether the window has begun.
    pub measuring: bool,
    /// Response times of requests completed in the window.
    pub response: Histogram,
    /// Their phases, without the zeros: most phases of most requests are.
    phases: Table<Histogram>,
    /// Batch means of response times and completions.
    pub batches: BatchMeans,
    /// Requests in progress.
    pub in_progress: TimeWeighted,
    /// Requests in progress when the window began.
    pub in_progress_at_start: u64,
    /// Requests issued in the window.
    pub issued: u64,
    /// Requests refused in the window.
    pub shed: u64,
    /// Requests of the window that ended without an answer, by reason.
    pub failed: [u64; Failure::COUNT],
    /// Commands and replies sent completely in the window, also those that greet on a new connection or test one.
    pub messages_sent: [u64; 2],
    /// How many write() have sent them.
    pub writes: [u64; 2],
    /// Commands and replies read completely in the window.
    pub messages_read: [u64; 2],
    /// The whole run, interval by interval.
    pub series: Table<Interval>,
    /// Length of an interval.
    pub interval: Nanos,
    /// The interval under way and its end.
    current: usize,
    current_end: Nanos,
}

impl Meter {
    /// Counters for a run that warms up until `warmup_end` and ends at `end`.
    pub fn new(warmup_end: Nanos, end: Nanos) -> Self {
        let interval = end.div_ceil(SERIES_INTERVALS as u64).max(1);
        Meter {
            window: (warmup_end, end),
            measuring: warmup_end == 0,
            response: Histogram::default(),
            phases: vec![Histogram::default(); Phase::COUNT].into(),
            batches: BatchMeans::new(warmup_end, end - warmup_end),
            in_progress: TimeWeighted::default(),
            in_progress_at_start: 0,
            issued: 0,
            shed: 0,
            failed: [0; Failure::COUNT],
            messages_sent: [0; 2],
            writes: [0; 2],
            messages_read: [0; 2],
            series: vec![Interval::default(); SERIES_INTERVALS].into(),
            interval,
            current: 0,
            current_end: interval,
        }
    }

    /// Whether the interval of the series under way ends by `now`. The last one holds the very end, too.
    #[inline(always)]
    pub fn interval_ends(&self, now: Nanos) -> bool {
        now >= self.current_end && self.current < SERIES_INTERVALS - 1
    }

    /// The next interval begins; the longest queue of the one that is over is known.
    pub fn next_interval(&mut self, longest_queue: u32) {
        self.series[self.current].longest_queue = longest_queue;
        self.current += 1;
        self.current_end += self.interval;
    }

    /// The longest queue of each interval, of which `so_far` is that of the one under way.
    pub fn longest_queues(&self, so_far: u32) -> Vec<u32> {
        let mut lengths: Vec<u32> = self.series.iter().map(|interval| interval.longest_queue).collect();
        lengths[self.current] = so_far;
        lengths
    }

    /// A request comes into being.
    #[inline(always)]
    pub fn issue(&mut self, now: Nanos) {
        self.issued += 1;
        self.in_progress.add(now, 1);
    }

    /// A request ends.
    #[inline(always)]
    pub fn complete(&mut self, now: Nanos, response: Nanos, times: &PhaseTimes) {
        self.in_progress.add(now, -1);
        let interval = &mut self.series[self.current];
        interval.completions += 1;
        interval.response += response;
        if !self.measuring {
            return;
        }
        self.response.record(response);
        self.batches.record(now, response);
        for (phase, time) in times.iter() {
            self.phases[phase].record(time);
        }
    }

    /// A request ends without an answer: it has no response time.
    pub fn fail(&mut self, now: Nanos, failure: Failure) {
        self.in_progress.add(now, -1);
        self.failed[failure as usize] += 1;
    }

    /// Times in a phase of all completed requests, those that spent none in it included.
    pub fn phase(&self, phase: Phase) -> Histogram {
        let mut histogram = self.phases[phase as usize].clone();
        histogram.record_zeros(self.response.count() - histogram.count());
        histogram
    }

    /// The measured window begins: everything counted so far, except the series, is forgotten.
    pub fn start_window(&mut self, now: Nanos) {
        self.measuring = true;
        self.in_progress.settle(now);
        self.in_progress.restart(now);
        self.in_progress_at_start = self.in_progress.value();
        (self.issued, self.shed) = (0, 0);
        self.failed = [0; Failure::COUNT];
        (self.messages_sent, self.writes, self.messages_read) = ([0; 2], [0; 2], [0; 2]);
    }
}
