//! When an event loop writes what it has encoded: the flush policy, and the connections that wait for it.

use crate::kernel::time::{Nanos, from_us};
use crate::scenario::Flush;
use std::collections::VecDeque;

/// Connections with commands that are encoded and not written.
pub struct Gathering {
    policy: Flush,
    /// So many are written together at most.
    most: u32,
    connections: VecDeque<u32>,
    /// Commands gathered on each connection.
    commands: Vec<u32>,
    /// Commands written and not answered; kept only where that decides.
    in_flight: Vec<u32>,
    due: Nanos,
}

impl Gathering {
    /// Nothing gathered on `connections` connections; `most` commands are written together.
    pub fn new(policy: Flush, connections: u32, most: u32) -> Self {
        let none = vec![0; connections as usize];
        Gathering { policy, most, connections: VecDeque::new(), commands: none.clone(), in_flight: none, due: 0 }
    }

    /// So many commands were encoded, perhaps the last of their caller's batch; says whether the connection is written at once.
    pub fn add(&mut self, connection: u32, added: u32, ends_batch: bool, now: Nanos) -> bool {
        let commands = &mut self.commands[connection as usize];
        let is_first = *commands == 0;
        *commands += added;
        let at_once = match self.policy {
            Flush::EveryCommand {} => true,
            Flush::Explicit { commands: most } => ends_batch || *commands >= most,
            Flush::OneInFlight {} => false,
            Flush::Writable {} | Flush::Drained {} | Flush::Delayed { .. } => *commands >= self.most,
        };
        if at_once {
            if std::mem::take(commands) == self.most {
                self.connections.retain(|&waiting| waiting != connection);
            }
        } else if is_first && !matches!(self.policy, Flush::Explicit { .. }) {
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
        let first = match self.policy {
            _ if !is_time => None,
            Flush::OneInFlight {} => {
                let free = |&connection: &u32| self.in_flight[connection as usize] == 0;
                self.connections.iter().position(free)
            }
            _ => Some(0),
        };
        let connection = self.connections.remove(first?)?;
        let written = std::mem::take(&mut self.commands[connection as usize]);
        if matches!(self.policy, Flush::OneInFlight {}) {
            self.in_flight[connection as usize] = written;
        }
        Some(connection)
    }

    /// A connection could not be written to its end: it is due again, unless more has been gathered on it.
    pub fn put_back(&mut self, connection: u32) {
        let commands = &mut self.commands[connection as usize];
        if *commands == 0 {
            *commands = 1;
            self.connections.push_back(connection);
        }
    }

    /// Commands of a connection have been answered: with one pipeline in flight at a time, the last answer lets the next go.
    pub fn answered(&mut self, connection: u32, commands: u32) {
        if matches!(self.policy, Flush::OneInFlight {}) {
            self.in_flight[connection as usize] -= commands;
        }
    }

    /// When the next connection must be written, if any waits for a moment.
    pub fn due(&self) -> Option<Nanos> {
        let waits = matches!(self.policy, Flush::Delayed { .. }) && !self.connections.is_empty();
        waits.then_some(self.due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_writes_when_it_says() {
        let mut every = Gathering::new(Flush::EveryCommand {}, 1, 256);
        assert!(every.add(0, 1, false, 0) && every.next(true, 0).is_none());

        let mut drained = Gathering::new(Flush::Drained {}, 2, 256);
        assert!(!drained.add(1, 1, true, 0) && !drained.add(0, 1, true, 0) && !drained.add(1, 1, true, 0));
        assert_eq!((drained.next(false, 0), drained.next(true, 0)), (None, Some(1)));
        let written: Vec<bool> = (0..300).map(|_| drained.add(0, 1, true, 0)).collect();
        assert_eq!(written.iter().position(|&at_once| at_once), Some(254), "one was gathered before");
        assert_eq!((drained.next(true, 0), drained.next(true, 0)), (Some(0), None));

        let mut delayed = Gathering::new(Flush::Delayed { delay_us: 1.0 }, 1, 256);
        assert!(!delayed.add(0, 1, true, 500) && !delayed.add(0, 1, true, 900));
        assert_eq!((delayed.due(), delayed.next(true, 1499), delayed.next(false, 1500)), (Some(1500), None, Some(0)));

        let mut one = Gathering::new(Flush::OneInFlight {}, 2, 256);
        assert!(!one.add(0, 1, true, 0) && !one.add(0, 1, true, 0));
        assert_eq!(one.next(true, 0), Some(0));
        assert!(!one.add(0, 1, true, 0) && !one.add(1, 1, true, 0));
        assert_eq!((one.next(true, 0), one.next(true, 0)), (Some(1), None), "the other connection is free");
        one.answered(0, 1);
        assert_eq!(one.next(true, 0), None, "one of two answers is missing");
        one.answered(0, 1);
        assert_eq!(one.next(true, 0), Some(0));

        let mut explicit = Gathering::new(Flush::Explicit { commands: 3 }, 1, 256);
        let written = [false, false, false, true].map(|ends| explicit.add(0, 1, ends, 0));
        assert_eq!(written, [false, false, true, true]);
    }
}
