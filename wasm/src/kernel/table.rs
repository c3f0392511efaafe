//! Rows that are found by their number: threads, cores, streams, requests, the slots of a heap.
//!
//! Nobody outside the engine names a row: every number was given out by the table's owner when it made the row, and rows stay
//! as long as their numbers are in use. Comparing each number with the length of its table took one of sixteen instructions of a
//! run, so the WebAssembly build does without. There a wrong number could do no more than spoil the
//! run itself, whose memory is all that it can reach. Every other build compares: the tests, the fuzzer and the golden runs, which
//! both builds must repeat to the last event.

#![allow(unsafe_code, reason = "the lookup without a comparison; nothing else of the model needs it")]

use std::ops::{Deref, DerefMut, Index, IndexMut};

/// Rows by number. As a slice it is all of them.
#[derive(Clone, Debug)]
pub struct Table<T>(Vec<T>);

impl<T> Table<T> {
    /// An empty table with room for so many rows.
    pub fn with_capacity(rows: usize) -> Self {
        Table(Vec::with_capacity(rows))
    }

    /// Rows for which there is room.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// Makes room for exactly so many more rows.
    pub fn reserve_exact(&mut self, more: usize) {
        self.0.reserve_exact(more);
    }

    /// Appends a row: its number is how many there were.
    #[inline]
    pub fn push(&mut self, row: T) {
        self.0.push(row);
    }

    /// Takes the last row away.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(Vec::new())
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(rows: Vec<T>) -> Self {
        Table(rows)
    }
}

impl<T> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Self {
        Table(rows.into_iter().collect())
    }
}

impl<T> Extend<T> for Table<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, rows: I) {
        self.0.extend(rows);
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Table<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Index<usize> for Table<T> {
    type Output = T;

    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    fn index(&self, number: usize) -> &T {
        &self.0[number]
    }

    #[cfg(target_arch = "wasm32")]
    #[inline(always)]
    fn index(&self, number: usize) -> &T {
        // SAFETY: the row exists; see the head of this file.
        unsafe { self.0.get_unchecked(number) }
    }
}

impl<T> IndexMut<usize> for Table<T> {
    #[cfg(not(target_arch = "wasm32"))]
    #[inline(always)]
    fn index_mut(&mut self, number: usize) -> &mut T {
        &mut self.0[number]
    }

    #[cfg(target_arch = "wasm32")]
    #[inline(always)]
    fn index_mut(&mut self, number: usize) -> &mut T {
        // SAFETY: the row exists; see the head of this file.
        unsafe { self.0.get_unchecked_mut(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_that_were_pushed() {
        let mut table: Table<u32> = (0..3).collect();
        table.push(7);
        table[1] = 5;
        assert_eq!((table.to_vec(), table[3]), (vec![0, 5, 2, 7], 7));
        assert_eq!((table.pop(), table.len()), (Some(7), 3));
    }

    /// What the WebAssembly build relies on is checked wherever it can be.
    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_row_that_does_not_exist_ends_every_test() {
        let table = Table::from(vec![0]);
        let _row = table[1];
    }
}
