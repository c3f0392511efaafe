//! Traces as plain spans, and what can be read off them.

use engine::kernel::time::Nanos;
use engine::metric::trace::{OPEN, family};
use engine::metric::vocabulary::{Activity, Failure, Phase, ThreadState};
use engine::sim::{Simulation, Status};
use std::collections::BTreeMap;

/// One row of the trace columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub start: Nanos,
    pub end: Nanos,
    /// Without the mark of open spans.
    pub kind: u8,
    pub lane: u16,
    pub request: u32,
    pub arg: u32,
    pub open: bool,
}

/// The phase of one request span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    pub phase: Phase,
    pub start: Nanos,
    pub end: Nanos,
    /// Connection + 1; 0 while the request has none.
    pub connection: u32,
    pub caller: u16,
}

impl Span {
    /// The thread's state, when this is the span of a thread.
    pub fn state(&self) -> Option<ThreadState> {
        (self.kind < family::WIRE).then(|| ThreadState::ALL[self.kind as usize])
    }

    /// The request's phase, when this is the span of a request.
    pub fn phase(&self) -> Option<Phase> {
        (family::REQUEST..family::FAILED)
            .contains(&self.kind)
            .then(|| Phase::ALL[(self.kind - family::REQUEST) as usize])
    }

    /// Why the request has ended without an answer, when this says so.
    pub fn failure(&self) -> Option<Failure> {
        (self.kind >= family::FAILED).then(|| Failure::ALL[(self.kind - family::FAILED) as usize])
    }

    /// What the thread is at.
    pub fn activity(&self) -> Activity {
        Activity::ALL[(self.arg & 0xff) as usize]
    }

    /// Connection + 1 the thread works for; 0 for none.
    pub fn thread_connection(&self) -> u32 {
        self.arg >> 8
    }
}

/// The phases of one request, in order; phases without length are not recorded.
#[derive(Clone, Debug, Default)]
pub struct Life {
    pub stays: Vec<Stay>,
    /// Whether it has ended.
    pub done: bool,
}

impl Life {
    /// Whether it ended without an answer: the only way to do that is to stop waiting for a connection, its own or that for
    /// a question.
    fn has_failed(&self) -> bool {
        self.done && self.stays.last().is_some_and(|stay| stay.phase <= Phase::WaitConnection)
    }

    /// Whether nothing of it came back, so that nobody knows when, and if, the server has executed it: its caller has given it up, or
    /// still waits. (The way back always takes time here.)
    pub fn is_unheard(&self) -> bool {
        self.stays.iter().all(|stay| !(Phase::WireBack..=Phase::Decode).contains(&stay.phase))
    }

    /// When the request was past everything before `phase`; `None` while it has not got there, or if it never does.
    pub fn reached(&self, phase: Phase) -> Option<Nanos> {
        let ended = self.stays.last().filter(|_| self.done && !self.has_failed());
        self.entered(phase).or_else(|| ended.map(|stay| stay.end))
    }

    /// When it was seen past everything before `phase`: an end says nothing, as it may have been given up.
    pub fn entered(&self, phase: Phase) -> Option<Nanos> {
        self.stays.iter().find(|stay| stay.phase >= phase).map(|stay| stay.start)
    }

    /// Connection + 1; 0 while it has none.
    pub fn connection(&self) -> u32 {
        self.stays.last().map_or(0, |stay| stay.connection)
    }
}

/// A chunk as the page gets it.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub from: Nanos,
    pub to: Nanos,
    pub spans: Vec<Span>,
}

/// Closes the chunk under way and takes it.
pub fn take(simulation: &mut Simulation) -> Chunk {
    simulation.close_chunk();
    let trace = simulation.trace();
    let span = |i: usize| Span {
        start: trace.start[i] as Nanos,
        end: trace.end[i] as Nanos,
        kind: trace.kind[i] & !OPEN,
        lane: trace.lane[i],
        request: trace.request[i],
        arg: trace.arg[i],
        open: trace.kind[i] & OPEN != 0,
    };
    let chunk = Chunk { from: trace.from, to: simulation.now(), spans: (0..trace.len()).map(span).collect() };
    simulation.clear_chunk();
    chunk
}

/// A recorded run: its chunks without gap from the moment recording began.
#[derive(Clone, Debug)]
pub struct Recording {
    pub chunks: Vec<Chunk>,
}

impl Recording {
    /// Records a simulation until model time `until`.
    pub fn of(simulation: &mut Simulation, until: Nanos) -> Self {
        simulation.set_trace(true);
        Recording { chunks: Recording::continued(simulation, until) }
    }

    /// The chunks of a simulation that is being recorded, from where it is until model time `until`.
    pub fn continued(simulation: &mut Simulation, until: Nanos) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        while simulation.advance(until, u64::MAX) == Status::Chunk {
            chunks.push(take(simulation));
        }
        chunks.push(take(simulation));
        chunks
    }

    /// Every span that ended while it was recorded, in a canonical order.
    pub fn ended(&self) -> Vec<Span> {
        let mut spans: Vec<Span> =
            self.chunks.iter().flat_map(|chunk| &chunk.spans).filter(|s| !s.open).copied().collect();
        spans.sort_unstable();
        spans
    }

    /// Every span once: those that ended, and those still open at the end.
    pub fn all(&self) -> Vec<Span> {
        let mut spans = self.ended();
        let last = self.chunks.last().expect("a recording has a chunk");
        spans.extend(last.spans.iter().filter(|span| span.open));
        spans.sort_unstable();
        spans
    }

    /// Model time at which recording ended.
    pub fn end(&self) -> Nanos {
        self.chunks.last().expect("a recording has a chunk").to
    }

    /// The life of every request.
    pub fn lives(&self) -> BTreeMap<u32, Life> {
        let mut lives: BTreeMap<u32, Life> = BTreeMap::new();
        for span in self.all() {
            let Some(phase) = span.phase() else { continue };
            let life = lives.entry(span.request).or_insert_with(|| Life { stays: Vec::new(), done: true });
            let (start, end, connection, caller) = (span.start, span.end, span.arg, span.lane);
            life.stays.push(Stay { phase, start, end, connection, caller });
            life.done &= !span.open;
        }
        lives.values_mut().for_each(|life| life.stays.sort_by_key(|stay| (stay.start, stay.phase)));
        lives
    }
}

/// The round trips and tries of a life: each begins where it goes back to an earlier phase.
pub fn rounds(life: Life) -> Vec<Life> {
    let mut rounds: Vec<Life> = Vec::new();
    for stay in life.stays {
        match rounds.last_mut() {
            Some(round) if round.stays.last().is_some_and(|last| last.phase <= stay.phase) => round.stays.push(stay),
            _ => rounds.push(Life { stays: vec![stay], done: true }),
        }
    }
    if let Some(last) = rounds.last_mut() {
        last.done = life.done;
    }
    rounds
}

/// The largest number of intervals that overlap at any instant; intervals that only touch do not overlap.
pub fn most_at_once(intervals: impl Iterator<Item = (Nanos, Nanos)>) -> u32 {
    let mut edges: Vec<(Nanos, i32)> = intervals.filter(|(a, b)| a < b).flat_map(|(a, b)| [(a, 1), (b, -1)]).collect();
    // At equal times ends come before starts.
    edges.sort_unstable();
    let mut now = 0;
    let mut most = 0;
    for (_, step) in edges {
        now += step;
        most = most.max(now);
    }
    most as u32
}
