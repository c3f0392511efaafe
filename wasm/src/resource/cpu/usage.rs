//! What the threads of a class have done in the measured window: how long they were in each state, and what they have called.

use super::thread::Thread;
use super::{Cpu, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::{Activity, ThreadState};

/// Time of each thread class in each state, and how often its threads waited.
#[derive(Clone, Copy, Debug)]
pub struct ClassUse {
    /// Nanoseconds by state.
    pub time: [Nanos; ThreadState::COUNT],
    /// Nanoseconds on a core by what they were for; what is not on a core, or on it for nothing in particular, comes first.
    pub work: [Nanos; Activity::COUNT],
    /// Times a thread gave up its core to wait.
    pub waits: u64,
    /// System calls (and other activities) begun, by activity.
    pub calls: [u64; Activity::COUNT],
}

impl Default for ClassUse {
    fn default() -> Self {
        ClassUse { time: [0; ThreadState::COUNT], work: [0; Activity::COUNT], waits: 0, calls: [0; Activity::COUNT] }
    }
}

impl ClassUse {
    /// A thread of the class has been in its state for so long.
    #[inline(always)]
    pub(super) fn add(&mut self, t: &Thread, span: Nanos) {
        self.time[t.state as usize] += span;
        self.work[t.activity as usize] += span;
    }

    /// Adds what other threads have done.
    pub(super) fn merge(&mut self, other: &ClassUse) {
        let add = |sums: &mut [u64], more: &[u64]| sums.iter_mut().zip(more).for_each(|(sum, &one)| *sum += one);
        add(&mut self.time, &other.time);
        add(&mut self.work, &other.work);
        add(&mut self.calls, &other.calls);
        self.waits += other.waits;
    }
}

impl Cpu {
    /// The program of this thread goes on: what it calls counts for its class and client.
    #[inline(always)]
    pub fn count_for(&mut self, thread: ThreadId) {
        self.counted_in = self.threads[thread as usize].row;
    }

    /// Counts a system call (or other activity, given by its number) of the thread whose program goes on, whether it takes time or
    /// not.
    #[inline(always)]
    pub fn count_call(&mut self, activity: usize) {
        self.usage[usize::from(self.counted_in)].calls[activity] += 1;
    }
}
