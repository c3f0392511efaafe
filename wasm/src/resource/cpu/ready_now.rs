//! Cores that continue at the present instant, in FIFO order. They need no place in the future event list.

use crate::kernel::table::Table;

/// A ring with room for every core: each is in it once at most, as it is idle or its thread spins when it comes in.
pub(super) struct ReadyNow {
    /// One place more than there are cores, so that no number of cores looks like none.
    places: Table<u32>,
    first: usize,
    free: usize,
}

impl ReadyNow {
    pub(super) fn with_room_for(cores: usize) -> Self {
        ReadyNow { places: vec![0; cores + 1].into(), first: 0, free: 0 }
    }

    #[inline(always)]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.places.len() { 0 } else { place + 1 }
    }

    #[inline]
    pub(super) fn push(&mut self, core: u32) {
        let place = self.free;
        self.places[place] = core;
        self.free = self.after(place);
        debug_assert!(self.free != self.first, "a core goes on once");
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let place = self.first;
        if place == self.free {
            return None;
        }
        self.first = self.after(place);
        Some(self.places[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cores_go_on_in_their_order_however_often_the_ring_has_gone_round() {
        let mut ready_now = ReadyNow::with_room_for(3);
        assert_eq!(ready_now.pop(), None);
        for round in 0..10 {
            (0..3).for_each(|core| ready_now.push(core + round));
            assert_eq!(std::iter::from_fn(|| ready_now.pop()).collect::<Vec<_>>(), [round, round + 1, round + 2]);
        }
    }
}
