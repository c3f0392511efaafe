//! The threads of a machine that are ready to run, and which of them comes first.
//!
//! Mirrors scheduler groups: client and server process have equal shares of the machine, whatever their numbers of threads.

use super::ThreadId;
use crate::kernel::time::Nanos;
use std::collections::VecDeque;

/// Processes that can share a machine: the client and the server.
const PROCESSES: usize = 2;

/// Ready threads by process.
#[derive(Default)]
pub struct Ready {
    queues: [VecDeque<ThreadId>; PROCESSES],
    /// How many there are: mostly none.
    len: usize,
    /// CPU time that counts for each process.
    received: [Nanos; PROCESSES],
}

impl Ready {
    /// Whether no thread is ready.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Queues a thread behind those of its process.
    pub fn push_last(&mut self, process: usize, thread: ThreadId) {
        self.queues[process].push_back(thread);
        self.len += 1;
    }

    /// Queues a thread before those of its process.
    pub fn push_first(&mut self, process: usize, thread: ThreadId) {
        self.queues[process].push_front(thread);
        self.len += 1;
    }

    /// Counts a thread that waits for a certain core, where it goes before all that queue.
    pub fn count_claim(&mut self) {
        self.len += 1;
    }

    /// It has that core.
    pub fn settle_claim(&mut self) {
        self.len -= 1;
    }

    /// Takes the oldest thread that may run, of the process that has had less CPU time if there is one.
    #[inline(always)]
    pub fn next(&mut self, may_run: impl Fn(&ThreadId) -> bool) -> Option<ThreadId> {
        if self.is_empty() {
            return None;
        }
        let server_first = usize::from(self.has_less_cpu_time(1));
        let mut oldest = |process: usize| {
            let queue = &mut self.queues[process];
            queue.remove(queue.iter().position(&may_run)?)
        };
        let next = oldest(server_first).or_else(|| oldest(1 - server_first));
        self.len -= usize::from(next.is_some());
        next
    }

    /// Whether a process has had less CPU time than the other.
    pub fn has_less_cpu_time(&self, process: usize) -> bool {
        self.received[process] < self.received[1 - process]
    }

    /// Counts CPU time of a process.
    pub fn count(&mut self, process: usize, time: Nanos) {
        self.received[process] += time;
    }

    /// A thread of a process was woken: time asleep earns the process no more than one slice.
    pub fn limit_credit(&mut self, process: usize, slice: Nanos) {
        let least = self.received[1 - process].saturating_sub(slice);
        self.received[process] = self.received[process].max(least);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: fn(&ThreadId) -> bool = |_| true;

    #[test]
    fn the_process_with_less_time_comes_first_and_its_threads_in_order() {
        let mut ready = Ready::default();
        ready.count(0, 10);
        [1, 2].into_iter().for_each(|thread| ready.push_last(0, thread));
        ready.push_last(1, 7);
        ready.push_first(0, 3);
        assert_eq!(std::iter::from_fn(|| ready.next(ANY)).collect::<Vec<_>>(), [7, 3, 1, 2]);
        assert!(ready.is_empty());
    }

    #[test]
    fn a_thread_that_may_not_run_here_is_passed_over() {
        let mut ready = Ready::default();
        [1, 2].into_iter().for_each(|thread| ready.push_last(0, thread));
        assert_eq!(ready.next(|&thread| thread != 1), Some(2));
        assert_eq!((ready.next(|&thread| thread != 1), ready.next(ANY)), (None, Some(1)));
    }

    #[test]
    fn sleep_earns_one_slice_at_most() {
        let mut ready = Ready::default();
        ready.count(0, 1000);
        ready.limit_credit(1, 100);
        ready.count(1, 99);
        assert!(ready.has_less_cpu_time(1));
        ready.count(1, 1);
        assert!(!ready.has_less_cpu_time(1) && !ready.has_less_cpu_time(0));
    }
}
