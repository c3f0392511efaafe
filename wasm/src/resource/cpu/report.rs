//! What the machines have done in the measured window.

use super::thread::Thread;
use super::{ClassUse, Cpu, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadClass;

impl Cpu {
    /// Use by class up to `now`, spans under way included.
    pub fn usage(&self, now: Nanos) -> [ClassUse; ThreadClass::COUNT] {
        let mut usage = self.usage;
        for t in self.threads.iter() {
            usage[t.class as usize].add(t, now - t.since.max(self.window_start));
        }
        usage
    }

    /// Time of a thread on a core, busy waiting not counted, up to `now`.
    pub fn busy(&self, thread: ThreadId, now: Nanos) -> Nanos {
        let t = &self.threads[thread as usize];
        t.busy + if t.is_busy() { now - t.since.max(self.window_start) } else { 0 }
    }

    /// The longest such time of any thread of a class, up to `now`.
    pub fn busiest(&self, class: ThreadClass, now: Nanos) -> Nanos {
        let threads =
            (0..self.threads.len() as ThreadId).filter(|&thread| self.threads[thread as usize].class == class);
        threads.map(|thread| self.busy(thread, now)).max().unwrap_or(0)
    }

    /// All threads in the order of their numbers: a class and how many of it follow each other.
    pub fn groups(&self) -> Vec<(ThreadClass, u32)> {
        let chunks = self.threads.chunk_by(|one, next| one.class == next.class);
        chunks.map(|group| (group[0].class, group.len() as u32)).collect()
    }

    /// Number of threads of a class.
    pub fn count(&self, class: ThreadClass) -> u32 {
        self.threads.iter().filter(|t| t.class == class).count() as u32
    }

    /// Machine of a thread.
    pub fn machine_of(&self, thread: ThreadId) -> usize {
        self.threads[thread as usize].host as usize
    }

    /// Machine of the first thread of a class.
    pub fn host_of(&self, class: ThreadClass) -> Option<usize> {
        self.threads.iter().find(|t| t.class == class).map(|t| t.host as usize)
    }

    /// Cores and context switches of a machine.
    pub fn host(&self, host: usize) -> (u32, u64) {
        (self.hosts[host].cores, self.hosts[host].switches)
    }

    /// Number of machines.
    pub fn hosts(&self) -> usize {
        self.hosts.len()
    }
}

impl ClassUse {
    /// A thread of the class has been in its state for so long.
    #[inline(always)]
    pub(super) fn add(&mut self, t: &Thread, span: Nanos) {
        self.time[t.state as usize] += span;
        self.work[t.activity as usize] += span;
    }
}
