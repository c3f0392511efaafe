//! The future event list: a 4-ary min-heap ordered by (time, sequence).
//!
//! Equal times come out in the order they were scheduled, which makes a run a pure function of its scenario. A 4-ary heap
//! is half as deep as a binary one and its four children share two cache lines; with the few dozen to few hundred pending
//! events of this model that is faster than any calendar queue. There is no cancel because nothing of
//! the model needs one.

use super::table::Table;
use super::time::Nanos;
use std::ops::Range;

/// What happens at an event; the meaning of `index` depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EventKind {
    /// A core finished what it was doing (burst, switch, or waking from idle); `index` is the core.
    Core,
    /// The first segment in flight of a stream arrives; `index` is the stream.
    Arrive,
    /// A sleeping thread's time is up; `index` is the thread.
    Timer,
    /// A waiting thread's alarm may ring; `index` is the thread.
    Alarm,
    /// The next request of an open workload arrives; `index` is unused.
    Offer,
    /// With `index` 0 the warm-up ends and the measured window begins; with a higher one something of the timeline happens.
    Milestone,
    /// An acknowledgement lets the sender of a stream go on; `index` is the stream.
    Acknowledge,
    /// A core whose thread spins should look whether others wait for it; `index` is the core.
    Slice,
}

/// One entry of the future event list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// When it happens.
    pub time: Nanos,
    /// What happens.
    pub kind: EventKind,
    /// To whom.
    pub index: u32,
}

/// Bits for index and kind below the sequence number in a slot's key.
const INDEX_BITS: u32 = 21;
const KIND_BITS: u32 = 3;

#[derive(Clone, Copy)]
struct Slot {
    time: Nanos,
    /// Sequence number in the high 40 bits, so that one comparison orders ties; kind and index ride along below. 10^12
    /// events are a day of simulating; 2 million indices are forty times the largest scenario.
    key: u64,
}

const fn pack(seq: u64, kind: EventKind, index: u32) -> u64 {
    (seq << (INDEX_BITS + KIND_BITS)) | ((kind as u64) << INDEX_BITS) | index as u64
}

impl Slot {
    fn before(&self, other: &Slot) -> bool {
        self.time < other.time || (self.time == other.time && self.key < other.key)
    }
}

/// Which of the slots in a range, of which there is one at least, comes first.
fn earliest(heap: &[Slot], range: Range<usize>) -> usize {
    let mut earliest = range.start;
    for slot in range {
        if heap[slot].before(&heap[earliest]) {
            earliest = slot;
        }
    }
    earliest
}

/// The future event list.
#[derive(Default)]
pub struct Calendar {
    heap: Table<Slot>,
    /// The earliest event, when it was scheduled as such: often what has just been scheduled happens next (a short burst, a
    /// wake-up without delay), and then it never enters the heap.
    first: Option<Slot>,
    next_seq: u64,
}

const KINDS: [EventKind; 8] = [
    EventKind::Core,
    EventKind::Arrive,
    EventKind::Timer,
    EventKind::Alarm,
    EventKind::Offer,
    EventKind::Milestone,
    EventKind::Acknowledge,
    EventKind::Slice,
];

impl Calendar {
    /// Puts an event on the list. `O(log n)`, and `O(1)` for one that comes before all others; allocates only while the
    /// list grows beyond its longest so far.
    pub fn schedule(&mut self, time: Nanos, kind: EventKind, index: u32) {
        debug_assert!(index < 1 << INDEX_BITS);
        let slot = Slot { time, key: pack(self.next_seq, kind, index) };
        self.next_seq += 1;
        let is_first = match (&self.first, self.heap.first()) {
            (Some(first), _) | (None, Some(first)) => slot.before(first),
            (None, None) => true,
        };
        if !is_first {
            self.sift_up(slot);
        } else if let Some(displaced) = self.first.replace(slot) {
            self.sift_up(displaced);
        }
    }

    #[inline]
    fn sift_up(&mut self, slot: Slot) {
        let mut hole = self.heap.len();
        self.heap.push(slot);
        let heap = &mut self.heap;
        while hole > 0 {
            let parent = (hole - 1) / 4;
            if !slot.before(&heap[parent]) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = slot;
    }

    /// Takes the earliest event off the list, if it happens at `until` or before.
    #[inline(always)]
    pub fn pop_until(&mut self, until: Nanos) -> Option<Event> {
        let slot = match self.first {
            Some(first) if first.time > until => return None,
            Some(_) => self.first.take()?,
            None => self.pop_heap(until)?,
        };
        Some(Event {
            time: slot.time,
            kind: KINDS[(slot.key >> INDEX_BITS) as usize & ((1 << KIND_BITS) - 1)],
            index: slot.key as u32 & ((1 << INDEX_BITS) - 1),
        })
    }

    #[inline(always)]
    fn pop_heap(&mut self, until: Nanos) -> Option<Slot> {
        let first = *self.heap.first()?;
        if first.time > until {
            return None;
        }
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sift_down(last);
        }
        Some(first)
    }

    #[inline(always)]
    fn sift_down(&mut self, slot: Slot) {
        let heap = &mut self.heap;
        let mut hole = 0;
        loop {
            let first_child = 4 * hole + 1;
            let least = match heap.get(first_child..) {
                // Nearly always: a tournament without branches, as which child is the earliest is anybody's guess.
                Some([a, b, c, d, ..]) => {
                    let (left, right) = (usize::from(b.time < a.time), 2 + usize::from(d.time < c.time));
                    let (left_time, right_time) = (a.time.min(b.time), c.time.min(d.time));
                    let tie = (a.time == b.time) | (c.time == d.time) | (left_time == right_time);
                    match tie {
                        true => earliest(heap, first_child..first_child + 4),
                        false => first_child + if right_time < left_time { right } else { left },
                    }
                }
                Some([_, ..]) => earliest(heap, first_child..heap.len()),
                _ => break,
            };
            let earliest = heap[least];
            if !earliest.before(&slot) {
                break;
            }
            heap[hole] = earliest;
            hole = least;
        }
        heap[hole] = slot;
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.heap.len() + usize::from(self.first.is_some())
    }

    /// Whether nothing is pending.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_times_come_out_in_the_order_they_went_in() {
        let mut calendar = Calendar::default();
        for index in 0..100 {
            calendar.schedule(7, EventKind::Timer, index);
        }
        let order: Vec<u32> = std::iter::from_fn(|| calendar.pop_until(Nanos::MAX)).map(|e| e.index).collect();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }

    proptest! {
            #[test]
            fn pops_are_sorted_by_time_then_sequence(times in prop::collection::vec(0u64..50, 1..400)) {
                let mut calendar = Calendar::default();
                let mut expected: Vec<(u64, u32)> = Vec::new();
                for (index, &time) in times.iter().enumerate() {
                    calendar.schedule(time, EventKind::Arrive, index as u32);
                    expected.push((time, index as u32));
                }
                expected.sort();
                let popped: Vec<(u64, u32)> = std::iter::from_fn(|| calendar.pop_until(Nanos::MAX)).map(|e| (e.time, e.index)).collect();
                prop_assert_eq!(popped, expected);
                prop_assert!(calendar.is_empty());
            }

            #[test]
            fn scheduling_between_pops_keeps_the_order(gaps in prop::collection::vec((0u64..20, 0u64..20), 1..200)) {
                let mut calendar = Calendar::default();
                let (mut pending, mut now) = (Vec::new(), 0);
                for (index, &(a, b)) in gaps.iter().enumerate() {
                    for (k, gap) in [a, b].into_iter().enumerate() {
                        let id = (2 * index + k) as u32;
                        calendar.schedule(now + gap, EventKind::Core, id);
                        pending.push((now + gap, id));
                    }
                    pending.sort();
                    let (time, id) = pending.remove(0);
    if time > now {
                        prop_assert_eq!(calendar.pop_until(time - 1), None);
                    }
                    prop_assert_eq!(calendar.pop_until(time).map(|e| (e.time, e.index)), Some((time, id)));
                    now = time;
                }
            }
        }
}
