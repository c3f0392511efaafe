//! What of a fleet the trace shows: one process with the server, with the numbers that it would have alone.

use super::trace::NO_REQUEST;
use std::ops::Range;

/// Lane of a thread that is not shown.
const HIDDEN: u16 = u16::MAX;

/// One process of a run with several: which threads, connections and requests are its own.
pub struct Picture {
    lanes: Vec<u16>,
    connections: Range<u32>,
    process: u32,
    processes: u32,
}

impl Picture {
    /// Process number `process` of `processes` with these connections. `shown` threads have the lanes 0, 1…
    pub fn new(process: u32, processes: u32, connections: Range<u32>, threads: usize, shown: &[u32]) -> Self {
        let mut lanes = vec![HIDDEN; threads];
        for (lane, &thread) in shown.iter().enumerate() {
            lanes[thread as usize] = lane as u16;
        }
        Picture { lanes, connections, process, processes }
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
            _ => (id % self.processes == self.process).then_some(id / self.processes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_the_numbers_that_it_would_have_alone() {
        let picture = Picture::new(1, 3, 8..12, 6, &[4, 5, 0]);
        assert_eq!(
            [0, 1, 4, 5, 0xffff].map(|thread| picture.lane(thread)),
            [Some(2), None, Some(0), Some(1), Some(0xffff)]
        );
        assert_eq!([7, 8, 11, 12].map(|connection| picture.connection(connection)), [None, Some(0), Some(3), None]);
        assert_eq!([NO_REQUEST, 0, 1, 7].map(|id| picture.request(id)), [Some(NO_REQUEST), None, Some(0), Some(2)]);
    }
}
