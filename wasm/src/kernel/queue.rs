//! First in, first out, for queues that are short and often empty.
//!
//! Waiting items are contiguous in memory, so a caller can read them as a slice; a ring would have to turn every index around its
//! end. The room of what has left is used again when the queue is empty, which in a simulation it is most of the time, or when
//! it is the larger part.

use std::ops::{Deref, DerefMut};

/// Departed items for which a queue that never becomes empty is not yet moved.
const MOST_DEPARTED: usize = 64;

/// A queue; as a slice it is what waits, oldest first.
#[derive(Clone, Debug)]
pub struct Queue<T> {
    items: Vec<T>,
    /// Where what waits begins.
    head: usize,
}

impl<T> Default for Queue<T> {
    fn default() -> Self {
        Queue { items: Vec::new(), head: 0 }
    }
}

impl<T: Copy> Queue<T> {
    /// The item behind so many older ones.
    #[inline]
    pub fn nth(&self, older: usize) -> Option<&T> {
        self.items.get(self.head + older)
    }

    /// Queues an item.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items.push(item);
    }

    /// Takes the oldest item. `O(1)` on average.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let first = *self.items.get(self.head)?;
        self.drop_oldest(1);
        Some(first)
    }

    /// Takes the `count` oldest items, of which there must be as many.
    #[inline]
    pub fn drop_oldest(&mut self, count: usize) {
        self.head += count;
        if self.head >= self.items.len() {
            self.items.clear();
            self.head = 0;
        } else if self.head > MOST_DEPARTED {
            self.move_to_front();
        }
    }

    #[cold]
    fn move_to_front(&mut self) {
        if self.head > self.items.len() / 2 {
            self.items.drain(..self.head);
            self.head = 0;
        }
    }
}

impl<T> Deref for Queue<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[self.head..]
    }
}

impl<T> DerefMut for Queue<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[self.head..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn it_does_what_a_ring_does(pushes in prop::collection::vec(0u8..4, 1..600)) {
            let (mut queue, mut ring) = (Queue::default(), VecDeque::new());
            for (step, &count) in pushes.iter().enumerate() {
                for item in 0..u32::from(count) {
                    queue.push(step as u32 * 4 + item);
                    ring.push_back(step as u32 * 4 + item);
                }
                prop_assert_eq!(queue.pop(), ring.pop_front());
                prop_assert_eq!(&queue[..], ring.make_contiguous());
            }
        }
    }

    #[test]
    fn a_queue_that_is_never_empty_does_not_grow() {
        let mut queue = Queue::default();
        queue.push(0);
        for item in 1..10_000 {
            queue.push(item);
            queue.pop();
        }
        assert_eq!(queue.len(), 1);
        assert!(queue.items.capacity() <= 4 * MOST_DEPARTED);
    }
}
