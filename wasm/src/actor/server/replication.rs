//! The stream of writes from a primary to the replicas that serve requests.
//!
//! Mirrors `replicationFeedSlaves` and the master link of a replica (`readQueryFromClient` with `CLIENT_MASTER`): what a turn of the primary
//! has written to a replica arrives after the way between the two machines. The replica's main thread reads at most one block of it in a
//! turn, and executes the commands as those of a client that gets no replies.

use super::keyspace::BLOCK;
use crate::actor::program::Op;
use crate::actor::world::World;
use crate::kernel::calendar::EventKind;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::Activity;
use std::collections::VecDeque;

/// Writes of one turn of a primary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writes {
    count: u64,
    bytes: u64,
    /// Time that executing them takes.
    work: Nanos,
    /// Those of them that are being executed.
    under_way: u64,
    /// When the first was executed, and the time that the others were later, in all.
    first: Nanos,
    later: Nanos,
    arrives: Nanos,
}

impl Writes {
    /// The primary begins to execute further writes.
    pub(super) fn begin(&mut self, count: u64, bytes: u64, work: Nanos) {
        self.count += count;
        self.bytes += bytes;
        self.work += work;
        self.under_way = count;
    }

    /// It has executed them.
    pub(super) fn end(&mut self, now: Nanos) {
        if self.count == self.under_way {
            self.first = now;
        }
        self.later += self.under_way * (now - self.first);
        self.under_way = 0;
    }

    /// The mean moment at which the primary executed them.
    fn executed(&self) -> Nanos {
        self.first + self.later / self.count.max(1)
    }
}

/// Where a replica is with what it has been sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// It has not looked in this turn.
    #[default]
    Waiting,
    /// It has read commands that take so long.
    Read(Nanos),
    /// It has executed them.
    Executed,
}

/// What a replica has been sent.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// On their way, or in its socket buffer.
    writes: VecDeque<Writes>,
    /// Bytes of the first of them that have been executed.
    begun: u64,
    /// Those that are executed completely with what has been read.
    ending: Vec<Writes>,
    stage: Stage,
    last_arrival: Nanos,
}

impl Inbox {
    /// Whether there is anything to read.
    pub fn has_arrived(&self, now: Nanos) -> bool {
        self.writes.front().is_some_and(|writes| writes.arrives <= now)
    }

    /// Writes that are not executed.
    pub fn pending(&self) -> u64 {
        self.writes.iter().map(|writes| writes.count).sum()
    }

    fn put(&mut self, mut writes: Writes, arrives: Nanos) {
        self.last_arrival = arrives.max(self.last_arrival);
        writes.arrives = self.last_arrival;
        self.writes.push_back(writes);
    }

    /// One read(): its bytes, and the time that executing them takes.
    fn read(&mut self, now: Nanos) -> (u64, Nanos) {
        let (mut bytes, mut work) = (0, 0);
        while bytes < BLOCK && self.has_arrived(now) {
            let writes = self.writes[0];
            let part = (writes.bytes - self.begun).min(BLOCK - bytes);
            let share = |upto: u64| (u128::from(writes.work) * u128::from(upto) / u128::from(writes.bytes)) as Nanos;
            work += share(self.begun + part) - share(self.begun);
            (bytes, self.begun) = (bytes + part, self.begun + part);
            if self.begun == writes.bytes {
                self.ending.push(writes);
                self.writes.pop_front();
                self.begun = 0;
            }
        }
        (bytes, work)
    }
}

impl World {
    /// What a primary has written in this turn leaves for its replicas.
    pub(super) fn send_to_replicas(&mut self, primary: usize) {
        let writes = std::mem::take(&mut self.keyspaces[primary].written);
        if writes.count == 0 {
            return;
        }
        let delay = self.plan.clients[0].delays[1];
        for node in self.plan.replicas_of(primary) {
            let arrives = self.wire.carry_back(writes.bytes, delay, self.now);
            let inbox = &mut self.keyspaces[node].inbox;
            inbox.put(writes, arrives);
            let milestone = self.timeline.replicated(node);
            self.calendar.schedule(inbox.last_arrival, EventKind::Milestone, milestone);
        }
    }

    /// A replica executes what its primary has sent, a block a turn; `None` when it is done for this turn.
    #[cold]
    #[inline(never)]
    pub(super) fn follow_primary(&mut self, node: usize) -> Option<Op> {
        let World { keyspaces, plan, server_meter, now, .. } = self;
        let inbox = &mut keyspaces[node].inbox;
        match inbox.stage {
            Stage::Waiting if !inbox.has_arrived(*now) => None,
            Stage::Waiting => {
                let (bytes, work) = inbox.read(*now);
                inbox.stage = Stage::Read(work);
                Some(Op::kernel(Activity::Read, plan.costs.read.of(bytes)))
            }
            Stage::Read(work) => {
                inbox.stage = Stage::Executed;
                Some(Op::user(Activity::Execute, work))
            }
            Stage::Executed => {
                inbox.stage = Stage::Waiting;
                for writes in inbox.ending.drain(..) {
                    server_meter.lag.record_times(now.saturating_sub(writes.executed()), writes.count);
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn writes(count: u64, bytes: u64, work: Nanos, executed: Nanos) -> Writes {
        let mut writes = Writes::default();
        writes.begin(count, bytes, work);
        writes.end(executed);
        writes
    }

    #[test]
    fn a_replica_reads_a_block_at_a_time() {
        let mut inbox = Inbox::default();
        inbox.put(writes(10, BLOCK + 100, (BLOCK + 100) * 2, 5), 50);
        inbox.put(writes(1, 100, 700, 6), 60);
        assert!(!inbox.has_arrived(49) && inbox.has_arrived(50));
        assert_eq!((inbox.read(60), inbox.ending.len(), inbox.pending()), ((BLOCK, 2 * BLOCK), 0, 11));
        assert_eq!((inbox.read(60), inbox.ending.len(), inbox.pending()), ((200, 900), 2, 0));
    }

    #[test]
    fn what_is_sent_later_arrives_no_earlier() {
        let mut inbox = Inbox::default();
        inbox.put(writes(1, 35, 1, 0), 100);
        inbox.put(writes(1, 35, 1, 0), 90);
        assert_eq!(inbox.writes.iter().map(|writes| writes.arrives).collect::<Vec<_>>(), [100, 100]);
    }

    #[test]
    fn the_moment_of_several_writes_is_their_mean() {
        let mut all = writes(1, 35, 10, 100);
        all.begin(3, 105, 30);
        all.end(200);
        // A command that stores nothing.
        all.end(300);
        assert_eq!(all.executed(), 175);
    }
}
