//! Readiness sets: what epoll_wait() returns, in the order in which descriptors became ready.

use super::cpu::ThreadId;
use crate::kernel::table::Table;

/// One epoll instance and the thread that owns it.
pub struct Poll {
    /// The thread that waits on it.
    pub owner: ThreadId,
    ready: Vec<u32>,
    first: u32,
    listed: Table<bool>,
}

impl Poll {
    /// A set over `connections` descriptors from the `first` on, none of them ready.
    pub fn new(owner: ThreadId, first: u32, connections: u32) -> Self {
        Poll { owner, ready: Vec::new(), first, listed: vec![false; connections as usize].into() }
    }

    /// A descriptor became ready (or still is): it goes to the end of the list unless it is on it.
    #[inline(always)]
    pub fn mark(&mut self, connection: u32) {
        let listed = &mut self.listed[(connection - self.first) as usize];
        if !*listed {
            *listed = true;
            self.ready.push(connection);
        }
    }

    /// Number of ready descriptors.
    pub fn len(&self) -> usize {
        self.ready.len()
    }

    /// Whether nothing is ready.
    pub fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }

    /// Drops ready descriptors whose reason is gone, as a level-triggered epoll does before it decides to block.
    #[inline(always)]
    pub fn prune(&mut self, keep: impl Fn(u32) -> bool) {
        let Poll { listed, first, .. } = self;
        self.ready.retain(|&connection| {
            let kept = keep(connection);
            listed[(connection - *first) as usize] = kept;
            kept
        });
    }

    /// Moves all ready descriptors into `fired`, in order.
    #[inline(always)]
    pub fn take(&mut self, fired: &mut Vec<u32>) {
        fired.clear();
        std::mem::swap(&mut self.ready, fired);
        for &connection in fired.iter() {
            self.listed[(connection - self.first) as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_listed_once_and_in_order() {
        let mut poll = Poll::new(0, 0, 4);
        [2, 0, 2, 3].into_iter().for_each(|c| poll.mark(c));
        assert_eq!(poll.len(), 3);
        let mut fired = Vec::new();
        poll.prune(|c| c != 0);
        poll.take(&mut fired);
        assert_eq!(fired, [2, 3]);
        assert!(poll.is_empty());
        poll.mark(2);
        assert_eq!(poll.len(), 1);
    }
}
