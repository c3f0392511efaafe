//! A pool gets other rules while it is used. When it may have fewer connections, those that are idle are closed at once, and others when they
//! come back.

use super::Pool;
use crate::actor::client::pool_rules::PoolRules;
use crate::scenario::IdleOrder;

impl Pool {
    /// From now on it behaves otherwise. Of more open connections than there may be then, those that come back are closed.
    pub fn set_rules(&mut self, rules: PoolRules) {
        self.rules = rules;
        self.limit_idle();
    }

    pub(super) fn limit_idle(&mut self) {
        let is_too_large = self.open() > self.rules.max_total as usize;
        self.most_idle = if is_too_large { 0 } else { self.rules.max_idle };
    }

    /// An idle connection that is one too many, to be closed: the one idle longest.
    pub fn take_surplus(&mut self) -> Option<u32> {
        let is_too_large = self.open() > self.rules.max_total as usize;
        let tested = self.under_test;
        let mut idle = self.idle.iter().copied().filter(|&connection| is_too_large && Some(connection) != tested);
        let connection = match self.rules.order {
            IdleOrder::Lifo => idle.next_back(),
            IdleOrder::Fifo => idle.next(),
        }?;
        self.idle.retain(|&other| other != connection);
        self.close(connection);
        Some(connection)
    }

    /// A connection is no longer open.
    pub(super) fn close(&mut self, connection: u32) {
        self.closed.push(connection);
        self.limit_idle();
    }
}
