//! Collecting the parts of a batch one after the other: a caller waits some microseconds for one part, then for the next missing one,
//! again and again.
//!
//! Mirrors Spring Data Redis since 3.2 (`ClusterCommandExecutor.collectResults`: `future.get(10, MICROSECONDS)` in a loop over the
//! unfinished futures). The thread that completes a part wakes the caller only if the caller waits for that part
//! (`FutureTask.finishCompletion`).

use crate::kernel::table::Table;
use crate::resource::cpu::ThreadId;

/// Where a caller is among the parts of its batch.
#[derive(Default)]
struct Turn {
    /// Of each part in the order of their keys: whether it has no answer.
    open: Vec<bool>,
    /// The part whose turn it is.
    at: usize,
    /// Whether the caller waits for it.
    waits: bool,
}

/// What callers wait for that collect in turn.
#[derive(Default)]
pub struct Turns(Table<Turn>);

impl Turns {
    /// Of so many callers; of none if they collect otherwise.
    pub fn new(callers: u32) -> Self {
        Turns((0..callers).map(|_| Turn::default()).collect())
    }

    /// Whether callers collect in turn.
    pub fn are_taken(&self) -> bool {
        !self.0.is_empty()
    }

    /// A caller has cut a batch into so many parts; the first turn will be the first one's.
    pub fn begin(&mut self, caller: ThreadId, parts: usize) {
        if let Some(turn) = self.0.get_mut(caller as usize) {
            turn.open.clear();
            turn.open.resize(parts, true);
            turn.at = parts - 1;
        }
    }

    /// It is the turn of the next part without an answer, if there is one.
    pub fn go_on(&mut self, caller: ThreadId) {
        let Turn { open, at, .. } = &mut self.0[caller as usize];
        let parts = open.len();
        *at = (1..=parts).map(|step| (*at + step) % parts).find(|&part| open[part]).unwrap_or(*at);
    }

    /// Whether the part whose turn it is has its answer.
    pub fn is_answered(&self, caller: ThreadId) -> bool {
        let turn = &self.0[caller as usize];
        !turn.open[turn.at]
    }

    /// A part of a caller's batch has its answer, or will have none: whether it is that one's turn.
    pub fn answer(&mut self, caller: ThreadId, part: usize) -> bool {
        let turn = &mut self.0[caller as usize];
        turn.open[part] = false;
        turn.at == part
    }

    /// A caller begins to wait for the part whose turn it is, or no longer does.
    pub fn set_waiting(&mut self, caller: ThreadId, waits: bool) {
        self.0[caller as usize].waits = waits;
    }

    /// Whether a thread waits so.
    pub fn is_waiting(&self, thread: ThreadId) -> bool {
        self.0.get(thread as usize).is_some_and(|turn| turn.waits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_its_turn_until_it_is_answered() {
        let mut turns = Turns::new(1);
        turns.begin(0, 3);
        let next = |turns: &mut Turns| {
            turns.go_on(0);
            turns.0[0].at
        };
        assert_eq!([(); 4].map(|()| next(&mut turns)), [0, 1, 2, 0]);
        assert!(!turns.answer(0, 1) && !turns.is_answered(0), "it is another one's turn");
        assert_eq!(next(&mut turns), 2);
        assert!(turns.answer(0, 2) && turns.is_answered(0));
        assert_eq!([(); 2].map(|()| next(&mut turns)), [0, 0]);
    }
}
