//! The trace: spans of threads, of the wire, of requests and of their parts, recorded in columns and handed out in self-contained chunks.
//!
//! A chunk holds *every* span that overlaps its interval. Spans that end inside it are written when they end; spans still
//! open when it closes are written with the end known so far and the [`OPEN`] mark, and appear again, with their true
//! start, in the next chunk. So drawing any instant needs one chunk and no history.

use super::picture::{Picture, Whereabouts};
use super::vocabulary::{Failure, Phase, ThreadState};
use crate::kernel::time::Nanos;

/// Offsets of the span families in the `kind` column; the rest of the number is the state, direction or phase.
pub mod family {
    /// Thread states: lane = thread, request = whom it works for, arg = activity + 256 x (connection + 1).
    pub const THREAD: u8 = 0;
    /// Segments on the wire: lane = connection modulo 65536, request = first command in it, arg = bytes. 16 = to the
    /// server, 17 = back.
    pub const WIRE: u8 = 16;
    /// Requests of a process in progress, in a run with several: lane = process, request = how many wait for one of its callers, connections or
    /// event loops, arg = how many are at the server. Absent while both are 0.
    pub const PROCESS: u8 = 20;
    /// A thread of the server works for a process that is not shown: lane = thread, arg = process.
    pub const SERVING: u8 = 21;
    /// Phases of the parts of a batch over several slots, within its `fanOut`: lane = thread that asks for the part, request =
    /// the batch, arg = connection + 1 (0 while it has none).
    pub const PART: u8 = 32;
    /// Request phases: lane = caller, arg = connection + 1 (0 while it has none).
    pub const REQUEST: u8 = 64;
    /// Requests that ended without an answer, the rest being why: a mark without length at the end of their last phase, if they were
    /// in any for longer than an instant. Lane = caller, arg = 0.
    pub const FAILED: u8 = 96;
}

/// Mark in the `kind` column of a span that had not ended when its chunk closed.
pub const OPEN: u8 = 0x80;

/// Value of the `request` column when there is none.
pub const NO_REQUEST: u32 = u32::MAX;

/// Spans that a chunk holds before it closes; spans repeated because they are open come on top.
pub const CHUNK_SPANS: usize = 4096;

/// Columns of the chunk being recorded. `start` and `end` are nanoseconds as `f64`, exact below 2^53.
pub struct Trace {
    /// Whether spans are recorded.
    pub enabled: bool,
    /// What of a run with several processes is recorded; all of it where there is only one.
    pub picture: Option<Picture>,
    /// When the interval ends in which the requests of all processes are counted; never, as a rule: where nothing is recorded, or there is
    /// one process.
    pub interval_end: Nanos,
    /// Start of the current chunk.
    pub from: Nanos,
    /// Start of each span, ns.
    pub start: Vec<f64>,
    /// End of each span, ns.
    pub end: Vec<f64>,
    /// Family + state, direction or phase, with the [`OPEN`] mark.
    pub kind: Vec<u8>,
    /// Lane of each span.
    pub lane: Vec<u16>,
    /// Request of each span, or [`NO_REQUEST`].
    pub request: Vec<u32>,
    /// Argument of each span.
    pub arg: Vec<u32>,
}

impl Default for Trace {
    fn default() -> Self {
        Trace {
            enabled: false,
            picture: None,
            interval_end: Nanos::MAX,
            from: 0,
            start: Vec::new(),
            end: Vec::new(),
            kind: Vec::new(),
            lane: Vec::new(),
            request: Vec::new(),
            arg: Vec::new(),
        }
    }
}

impl Trace {
    /// The counts of the processes, while they are recorded.
    #[inline(always)]
    pub fn counting(&mut self) -> Option<&mut Picture> {
        if self.interval_end == Nanos::MAX { None } else { self.picture.as_mut() }
    }

    /// Number of spans in the current chunk.
    pub fn len(&self) -> usize {
        self.kind.len()
    }

    /// Whether the current chunk has no span.
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    /// Whether the chunk should be taken away before more is recorded.
    pub fn is_full(&self) -> bool {
        self.len() >= CHUNK_SPANS
    }

    /// Begins the next chunk at `now`.
    pub fn clear(&mut self, now: Nanos) {
        self.from = now;
        self.start.clear();
        self.end.clear();
        self.kind.clear();
        self.lane.clear();
        self.request.clear();
        self.arg.clear();
    }

    /// An interval ends of those in which the requests of all processes are counted.
    #[cold]
    #[inline(never)]
    pub fn record_processes(&mut self, now: Nanos) {
        let Some(mut picture) = self.picture.take() else { return };
        let at = std::mem::replace(&mut self.interval_end, Picture::next_interval(now));
        for (process, whereabouts, since) in picture.moved(at) {
            self.process((since, at), process, whereabouts, false);
        }
        self.picture = Some(picture);
    }

    /// Records where the requests of all processes have been since they last moved.
    pub fn record_open_processes(&mut self, now: Nanos) {
        let Some(picture) = self.picture.take() else { return };
        for (process, whereabouts, since) in picture.recorded() {
            self.process((since, now), process, whereabouts, true);
        }
        self.picture = Some(picture);
    }

    fn process(&mut self, (since, until): (Nanos, Nanos), process: u32, at: Whereabouts, open: bool) {
        if at != Whereabouts::default() {
            self.push((since, until), family::PROCESS, process, at.waiting, at.at_server, open);
        }
    }

    /// Records a thread's time in a state. Empty spans are dropped: they have no width on any picture.
    pub fn thread(
        &mut self,
        span: (Nanos, Nanos),
        thread: u32,
        state: ThreadState,
        request: u32,
        arg: u32,
        open: bool,
    ) {
        let (mut lane, mut request, mut arg) = (thread, request, arg);
        let mut served = None;
        if let Some(picture) = &self.picture {
            let Some(own) = picture.lane(thread) else { return };
            let connection = (arg >> 8).checked_sub(1).map(|connection| picture.connection(connection));
            let is_own = connection != Some(None) && picture.request(request).is_some();
            lane = own;
            served = (connection == Some(None)).then(|| picture.owner((arg >> 8) - 1));
            (request, arg) = match connection.flatten() {
                _ if !is_own => (NO_REQUEST, arg & 0xff),
                own => (picture.request(request).unwrap_or(NO_REQUEST), arg & 0xff | own.map_or(0, |c| (c + 1) << 8)),
            };
        }
        self.push(span, family::THREAD + state as u8, lane, request, arg, open);
        if let Some(process) = served {
            self.push(span, family::SERVING, lane, NO_REQUEST, process.into(), open);
        }
    }

    /// Records a request's time in a phase.
    pub fn request(&mut self, span: (Nanos, Nanos), caller: u32, phase: Phase, request: u32, arg: u32, open: bool) {
        self.push_own(span, family::REQUEST + phase as u8, caller, request, arg, open);
    }

    /// Records that a request has ended without an answer.
    pub fn failed(&mut self, now: Nanos, caller: u32, failure: Failure, request: u32) {
        self.push_own((now, now), family::FAILED + failure as u8, caller, request, 0, false);
    }

    /// Records the time in a phase of a part of a request.
    pub fn part(&mut self, span: (Nanos, Nanos), thread: u32, phase: Phase, request: u32, arg: u32, open: bool) {
        self.push_own(span, family::PART + phase as u8, thread, request, arg, open);
    }

    /// What is about a request: with its connection + 1 as argument.
    fn push_own(&mut self, span: (Nanos, Nanos), kind: u8, thread: u32, request: u32, arg: u32, open: bool) {
        let (mut lane, mut request, mut arg) = (thread, request, arg);
        if let Some(picture) = &self.picture {
            let (Some(own), Some(id)) = (picture.lane(thread), picture.request(request)) else { return };
            let connection = arg.checked_sub(1).and_then(|connection| picture.connection(connection));
            (lane, request, arg) = (own, id, connection.map_or(0, |connection| connection + 1));
        }
        self.push(span, kind, lane, request, arg, open);
    }

    /// Records a segment's time on the wire.
    pub fn wire(&mut self, span: (Nanos, Nanos), connection: u32, back: bool, request: u32, bytes: u32, open: bool) {
        let (mut connection, mut request) = (connection, request);
        if let Some(picture) = &self.picture {
            let Some(own) = picture.connection(connection) else { return };
            (connection, request) = (own, picture.request(request).unwrap_or(NO_REQUEST));
        }
        self.push(span, family::WIRE + u8::from(back), connection, request, bytes, open);
    }

    fn push(&mut self, (start, end): (Nanos, Nanos), kind: u8, lane: u32, request: u32, arg: u32, open: bool) {
        if !self.enabled || (start == end && !open && kind < family::FAILED) {
            return;
        }
        self.start.push(start as f64);
        self.end.push(end as f64);
        self.kind.push(if open { kind | OPEN } else { kind });
        self.lane.push(lane as u16);
        self.request.push(request);
        self.arg.push(arg);
    }
}
