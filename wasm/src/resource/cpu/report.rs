//! Report on the machines in the measured window.

use super::thread::Thread;
use super::{ClassUse, Cpu, ThreadId};
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::ThreadClass;

impl Cpu {
    /// Use by class of thread up to `now`, of all clients.
    pub fn usage(&self, now: Nanos) -> [ClassUse; ThreadClass::COUNT] {
        let mut all = [ClassUse::default(); ThreadClass::COUNT];
        for client in 0..self.clients() {
            for (sum, class) in all.iter_mut().zip(self.usage_of(client, now)) {
                sum.merge(&class);
            }
        }
        all
    }

    /// Use by class of the threads of a client up to `now`; the server's threads are with client 0.
    pub fn usage_of(&self, client: u16, now: Nanos) -> [ClassUse; ThreadClass::COUNT] {
        let first = usize::from(client) * ThreadClass::COUNT;
        let mut usage: [ClassUse; ThreadClass::COUNT] = std::array::from_fn(|class| self.usage[first + class]);
        for t in self.threads.iter().filter(|t| t.client == client) {
            usage[t.class as usize].add(t, now - t.since.max(self.window_start));
        }
        usage
    }

    fn clients(&self) -> u16 {
        (self.usage.len() / ThreadClass::COUNT) as u16
    }

    /// Time of the server's main threads on behalf of a client up to `now`; without a client: on nobody's in particular.
    pub fn served(&self, client: Option<u16>, now: Nanos) -> Nanos {
        let place = client.map_or(0, |client| client + 1);
        let is_for = |t: &&Thread| t.class == ThreadClass::ServerMain && t.is_busy() && t.works_for.client == place;
        let under_way: Nanos = self.threads.iter().filter(is_for).map(|t| now - t.since.max(self.window_start)).sum();
        self.served[usize::from(place)] + under_way
    }

    /// Time on a core of a thread up to `now`, busy waiting not counted.
    pub fn busy(&self, thread: ThreadId, now: Nanos) -> Nanos {
        let t = &self.threads[thread as usize];
        t.busy + if t.is_busy() { now - t.since.max(self.window_start) } else { 0 }
    }

    /// The longest such time of any thread of a class of a client, up to `now`.
    pub fn busiest(&self, client: u16, class: ThreadClass, now: Nanos) -> Nanos {
        let is_one = |&thread: &ThreadId| {
            let t = &self.threads[thread as usize];
            (t.client, t.class) == (client, class)
        };
        let threads = (0..self.threads.len() as ThreadId).filter(is_one);
        threads.map(|thread| self.busy(thread, now)).max().unwrap_or(0)
    }

    /// All threads in the order of their numbers: a class and how many of it follow each other.
    pub fn groups(&self) -> Vec<(ThreadClass, u32)> {
        let chunks = self.threads.chunk_by(|one, next| one.class == next.class);
        chunks.map(|group| (group[0].class, group.len() as u32)).collect()
    }

    /// The same of these threads.
    pub fn groups_of(&self, threads: &[ThreadId]) -> Vec<(ThreadClass, u32)> {
        let chunks = threads.chunk_by(|&one, &next| self.class(one) == self.class(next));
        chunks.map(|group| (self.class(group[0]), group.len() as u32)).collect()
    }

    /// Number of threads.
    pub fn threads(&self) -> ThreadId {
        self.threads.len() as ThreadId
    }

    /// Number of threads of a class of a client.
    pub fn count(&self, client: u16, class: ThreadClass) -> u32 {
        self.threads.iter().filter(|t| (t.client, t.class) == (client, class)).count() as u32
    }

    /// Machine of a thread.
    pub fn machine_of(&self, thread: ThreadId) -> usize {
        self.threads[thread as usize].host as usize
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
