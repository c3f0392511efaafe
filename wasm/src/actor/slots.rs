//! The slots of a cluster: which node serves which, when they move, and what a node says to a command that is not its own.
//!
//! Mirrors `getNodeByQuery` in `cluster.c`. Where a slot is at a moment is a function of the time, so nobody keeps a table.

use super::exchange::Part;
use crate::kernel::time::{Nanos, from_ms};
use crate::resource::message::Message;
use crate::scenario::{Resharding, Scenario};

/// `CLUSTER_SLOTS`.
pub const SLOTS: u64 = 16384;

/// `*2\r\n$7\r\nCLUSTER\r\n$5\r\nNODES\r\n`; SLOTS is as long.
const QUESTION_BYTES: u32 = 28;
/// `-MOVED 3999 10.0.0.12:6379\r\n`.
pub const REDIRECT_BYTES: u32 = 28;

/// Where a key is: its slot, and how early it is among the keys of a slot that move one after another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Address {
    /// Its slot.
    pub slot: u16,
    /// Share of the slot's keys that move before it, in 1/65536.
    place: u16,
}

impl Address {
    /// The address that random bits say.
    pub fn new(bits: u64) -> Self {
        Self::in_slot((bits % SLOTS) as u16, bits)
    }

    /// The address in a slot that random bits say.
    pub fn in_slot(slot: u16, bits: u64) -> Self {
        Address { slot, place: (bits >> 48) as u16 }
    }
}

/// What a node says instead of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Redirect {
    /// Nothing: it has the key.
    #[default]
    None,
    /// The slot is this node's.
    Moved(u8),
    /// The slot is on its way to this node, and the key is there already.
    Ask(u8),
}

/// The slots of a cluster over time.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    nodes: u64,
    /// The first so many move, one after another.
    moving: u64,
    start: Nanos,
    /// Time that each takes.
    each: Nanos,
}

impl Slots {
    /// The slots of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let nodes = u64::from(scenario.server.nodes);
        match scenario.server.resharding {
            Resharding::None {} => Slots { nodes, moving: 0, start: 0, each: 0 },
            Resharding::Slots { start_ms, slots, slot_ms } => {
                let (moving, start, each) = (u64::from(slots), from_ms(start_ms), from_ms(slot_ms));
                let all_at_once = scenario.server.version.generation().moves_slots_at_once;
                let (start, each) = if all_at_once { (start + moving * each, 0) } else { (start, each) };
                Slots { nodes, moving, start, each }
            }
        }
    }

    /// Whether any slot moves.
    pub fn do_move(&self) -> bool {
        self.moving > 0
    }

    /// The node that a slot belongs to: each has an equal range, but for those that have moved to the last node.
    pub fn owner(&self, slot: u64, at: Nanos) -> u8 {
        let has_moved = slot < self.moving && at >= self.start + (slot + 1) * self.each;
        (if has_moved { self.nodes - 1 } else { slot * self.nodes / SLOTS }) as u8
    }

    /// What `node` says to a command for a key; `asking` if ASKING came before it.
    pub fn verdict(&self, node: u8, key: Address, asking: bool, at: Nanos) -> Redirect {
        let slot = u64::from(key.slot);
        let (owner, last) = (self.owner(slot, at), (self.nodes - 1) as u8);
        let begun = self.start + slot * self.each;
        let is_moving = slot < self.moving && at >= begun && owner != last;
        let is_there = is_moving && u64::from(key.place) * self.each < (at - begun) << 16;
        match node {
            _ if node == owner && is_there => Redirect::Ask(last),
            _ if node == owner || (asking && is_moving && node == last) => Redirect::None,
            _ => Redirect::Moved(owner),
        }
    }
}

/// What a client says to learn the topology.
pub fn topology_legs() -> Vec<Vec<Part>> {
    vec![vec![Part { message: Message::Topology, count: 1, bytes: QUESTION_BYTES }]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three nodes; slots 0 and 1 move from the first to the last, 100 ns each, from 1000 ns on.
    const THREE: Slots = Slots { nodes: 3, moving: 2, start: 1000, each: 100 };

    #[test]
    fn a_slot_belongs_to_its_new_node_when_all_its_keys_are_there() {
        let owners = [999, 1000, 1099, 1100, 1199, 1200].map(|at| [THREE.owner(0, at), THREE.owner(1, at)]);
        assert_eq!(owners, [[0, 0], [0, 0], [0, 0], [2, 0], [2, 0], [2, 2]]);
        assert_eq!([2, 5461, 5462, 10_922, 10_923].map(|slot| THREE.owner(slot, 5000)), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn a_node_sends_away_what_it_has_not() {
        use Redirect::{Ask, Moved, None};
        let (early, late) = (Address { slot: 1, place: 1 << 14 }, Address { slot: 1, place: 3 << 14 });
        let say = |node, key, asking| [1099, 1150, 1250].map(|at| THREE.verdict(node, key, asking, at));
        // Half of the slot's keys have moved at 1150: the early one is among them.
        assert_eq!(say(0, early, false), [None, Ask(2), Moved(2)]);
        assert_eq!(say(0, late, false), [None, None, Moved(2)]);
        assert_eq!(say(2, early, false), [Moved(0), Moved(0), None]);
        assert_eq!(say(2, early, true), [Moved(0), None, None], "only ASKING lets it in early");
        assert_eq!(say(1, early, true), [Moved(0), Moved(0), Moved(2)]);
    }

    #[test]
    fn a_failover_moves_all_slots_at_once() {
        let slots = Slots { each: 0, ..THREE };
        assert_eq!([999, 1000].map(|at| [slots.owner(0, at), slots.owner(1, at)]), [[0, 0], [2, 2]]);
        let key = Address::default();
        assert_eq!([999, 1000].map(|at| slots.verdict(0, key, false, at)), [Redirect::None, Redirect::Moved(2)]);
    }
}
