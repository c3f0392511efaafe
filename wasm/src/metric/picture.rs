//! The part of a fleet that the trace shows: one process with the server, with the numbers that it would have alone, and of all others how many
//! requests they have waiting and at the server.

use super::trace::NO_REQUEST;
use super::vocabulary::Phase;
use crate::kernel::time::Nanos;
use std::ops::Range;

/// Lane of a thread that is not shown.
const HIDDEN: u16 = u16::MAX;

/// Interval of the recorded counts. A change of each would be a span: a fleet has many times as many as the process that is shown.
const INTERVAL: Nanos = 20_000;

/// Requests of a process in progress, by where they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whereabouts {
    /// They wait for a caller, a connection or an event loop of the process.
    pub waiting: u32,
    /// They are in the server's sockets, its queues or its hands.
    pub at_server: u32,
}

/// One process of a run with several: which threads, connections and requests are its own.
pub struct Picture {
    lanes: Vec<u16>,
    connections: Range<u32>,
    process: u32,
    /// The process of each connection.
    owners: Vec<u16>,
    /// Where the requests of each process are now.
    now: Vec<Whereabouts>,
    /// The same at the last interval's end, and since when.
    recorded: Vec<(Whereabouts, Nanos)>,
}

impl Picture {
    /// Process number `process` of `processes` with these connections, of which each belongs to one of `owners`. `shown` threads have the
    /// lanes 0, 1…
    pub fn new(
        process: u32,
        processes: usize,
        connections: Range<u32>,
        owners: Vec<u16>,
        threads: usize,
        shown: &[u32],
    ) -> Self {
        let mut lanes = vec![HIDDEN; threads];
        for (lane, &thread) in shown.iter().enumerate() {
            lanes[thread as usize] = lane as u16;
        }
        let now = vec![Whereabouts::default(); processes];
        let recorded = vec![(Whereabouts::default(), 0); processes];
        Picture { lanes, connections, process, owners, now, recorded }
    }

    /// The process of a connection.
    pub fn owner(&self, connection: u32) -> u16 {
        self.owners[connection as usize]
    }

    /// Counts the requests of all processes anew: those in progress at `now`, with their phases.
    pub fn count(&mut self, requests: impl Iterator<Item = (u32, Phase)>, now: Nanos) {
        self.now.fill(Whereabouts::default());
        requests.for_each(|(id, phase)| self.enter(id, phase));
        for (recorded, &counted) in self.recorded.iter_mut().zip(&self.now) {
            *recorded = (counted, now);
        }
    }

    /// A request is in a phase from now on.
    #[inline]
    pub fn enter(&mut self, id: u32, phase: Phase) {
        if let Some(count) = self.count_of(id, phase) {
            *count += 1;
        }
    }

    /// A request is no longer in a phase.
    #[inline]
    pub fn leave(&mut self, id: u32, phase: Phase) {
        if let Some(count) = self.count_of(id, phase) {
            *count -= 1;
        }
    }

    fn count_of(&mut self, id: u32, phase: Phase) -> Option<&mut u32> {
        let process = id as usize % self.now.len();
        let whereabouts = &mut self.now[process];
        match phase {
            Phase::WaitCaller | Phase::WaitConnection | Phase::TaskQueue => Some(&mut whereabouts.waiting),
            phase if phase.is_at_server() => Some(&mut whereabouts.at_server),
            _ => None,
        }
    }

    /// The next end of an interval.
    pub fn next_interval(now: Nanos) -> Nanos {
        (now / INTERVAL + 1) * INTERVAL
    }

    /// At the end of an interval: the processes whose requests have moved since the last, where they were and since when.
    pub fn moved(&mut self, now: Nanos) -> impl Iterator<Item = (u32, Whereabouts, Nanos)> {
        let processes = self.recorded.iter_mut().zip(&self.now).enumerate();
        processes.filter(|(_, (recorded, present))| recorded.0 != **present).map(
            move |(process, (recorded, &present))| {
                let (before, since) = std::mem::replace(recorded, (present, now));
                (process as u32, before, since)
            },
        )
    }

    /// Where the requests of each process were at the end of the last interval, and since when.
    pub fn recorded(&self) -> impl Iterator<Item = (u32, Whereabouts, Nanos)> {
        self.recorded.iter().enumerate().map(|(process, &(whereabouts, since))| (process as u32, whereabouts, since))
    }

    /// The lane of a thread, if it is shown. Numbers that are no thread's stay.
    pub fn lane(&self, thread: u32) -> Option<u32> {
        match self.lanes.get(thread as usize) {
            None => Some(thread),
            Some(&HIDDEN) => None,
            Some(&lane) => Some(lane.into()),
        }
    }

    /// A connection by its number in the process, if it is shown.
    pub fn connection(&self, connection: u32) -> Option<u32> {
        self.connections.contains(&connection).then(|| connection - self.connections.start)
    }

    /// A request by its number in the process, if it is shown; [`NO_REQUEST`] stays.
    pub fn request(&self, id: u32) -> Option<u32> {
        match id {
            NO_REQUEST => Some(id),
            _ => (id % self.now.len() as u32 == self.process).then_some(id / self.now.len() as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_the_numbers_that_it_would_have_alone() {
        let picture = Picture::new(1, 3, 8..12, [vec![0; 8], vec![1; 4], vec![2]].concat(), 6, &[4, 5, 0]);
        assert_eq!(
            [0, 1, 4, 5, 0xffff].map(|thread| picture.lane(thread)),
            [Some(2), None, Some(0), Some(1), Some(0xffff)]
        );
        assert_eq!([7, 8, 11, 12].map(|connection| picture.connection(connection)), [None, Some(0), Some(3), None]);
        assert_eq!([NO_REQUEST, 0, 1, 7].map(|id| picture.request(id)), [Some(NO_REQUEST), None, Some(0), Some(2)]);
    }
}
