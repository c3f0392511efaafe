//! When an event loop writes what it has encoded: the flush policy, and the connections that wait for it.

use crate::kernel::time::{Nanos, from_us};
use crate::scenario::Flush;
use std::collections::VecDeque;

/// netty `FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES`.
const MOST_TOGETHER: u32 = 256;

/// Connections with commands that are encoded and not written.
pub struct Gathering {
    policy: Flush,
    connections: VecDeque<u32>,
    /// Commands gathered on each connection.
    commands: Vec<u32>,
    due: Nanos,
}

impl Gathering {
    /// Nothing gathered on `connections` connections.
    pub fn new(policy: Flush, connections: u32) -> Self {
        Gathering { policy, connections: VecDeque::new(), commands: vec![0; connections as usize], due: 0 }
    }

    /// A command was encoded, perhaps the last of its caller's batch; says whether its connection is written at once.
    pub fn add(&mut self, connection: u32, ends_batch: bool, now: Nanos) -> bool {
        let commands = &mut self.commands[connection as usize];
        *commands += 1;
        let at_once = match self.policy {
            Flush::EveryCommand {} => true,
            Flush::Explicit { commands: most } => ends_batch || *commands >= most,
            Flush::Drained {} | Flush::Delayed { .. } => *commands >= MOST_TOGETHER,
        };
        if at_once {
            if std::mem::take(commands) == MOST_TOGETHER {
                self.connections.retain(|&waiting| waiting != connection);
            }
        } else if *commands == 1 && !matches!(self.policy, Flush::Explicit { .. }) {
            if let Flush::Delayed { delay_us } = self.policy
                && self.connections.is_empty()
            {
                self.due = now + from_us(delay_us);
            }
            self.connections.push_back(connection);
        }
        at_once
    }

    /// The next connection to be written; `drained` says that no task is left.
    pub fn next(&mut self, drained: bool, now: Nanos) -> Option<u32> {
        let is_time = match self.policy {
            Flush::Delayed { .. } => now >= self.due,
            _ => drained,
        };
        let connection = if is_time { self.connections.pop_front() } else { None };
        if let Some(connection) = connection {
            self.commands[connection as usize] = 0;
        }
        connection
    }

    /// When the next connection must be written, if any waits for a moment.
    pub fn due(&self) -> Option<Nanos> {
        (!self.connections.is_empty()).then_some(self.due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_writes_when_it_says() {
        let mut every = Gathering::new(Flush::EveryCommand {}, 1);
        assert!(every.add(0, false, 0) && every.next(true, 0).is_none());

        let mut drained = Gathering::new(Flush::Drained {}, 2);
        assert!(!drained.add(1, true, 0) && !drained.add(0, true, 0) && !drained.add(1, true, 0));
        assert_eq!((drained.next(false, 0), drained.next(true, 0)), (None, Some(1)));
        let written: Vec<bool> = (0..300).map(|_| drained.add(0, true, 0)).collect();
        assert_eq!(written.iter().position(|&at_once| at_once), Some(254), "one was gathered before");
        assert_eq!((drained.next(true, 0), drained.next(true, 0)), (Some(0), None));

        let mut delayed = Gathering::new(Flush::Delayed { delay_us: 1.0 }, 1);
        assert!(!delayed.add(0, true, 500) && !delayed.add(0, true, 900));
        assert_eq!((delayed.due(), delayed.next(true, 1499), delayed.next(false, 1500)), (Some(1500), None, Some(0)));

        let mut explicit = Gathering::new(Flush::Explicit { commands: 3 }, 1);
        let written = [false, false, false, true].map(|ends| explicit.add(0, ends, 0));
        assert_eq!(written, [false, false, true, true]);
    }
}
