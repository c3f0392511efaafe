//! A hash table from keys to numbers, the same on every platform: open addressing, linear probing, deletion by moving back.

/// No key: ranks end below.
const EMPTY: u32 = u32::MAX;

/// Numbers by key.
#[derive(Clone, Debug, Default)]
pub struct KeyTable {
    /// Keys with their numbers; a power of two of them, at most half of which are used.
    places: Vec<(u32, u32)>,
    used: u32,
}

impl KeyTable {
    /// How many keys have a number.
    pub fn count(&self) -> u32 {
        self.used
    }

    /// The number of a key.
    pub fn get(&self, key: u32) -> Option<u32> {
        let (found, number) = *self.places.get(self.place_of(key))?;
        (found == key).then_some(number)
    }

    /// Gives a key a number, in the place of one that it has.
    pub fn insert(&mut self, key: u32, number: u32) {
        if 2 * (self.used as usize + 1) > self.places.len() {
            self.grow();
        }
        let place = self.place_of(key);
        self.used += u32::from(self.places[place].0 == EMPTY);
        self.places[place] = (key, number);
    }

    /// Takes the number of a key away.
    pub fn remove(&mut self, key: u32) -> Option<u32> {
        let mut hole = self.place_of(key);
        let (found, number) = *self.places.get(hole)?;
        if found != key {
            return None;
        }
        let mask = self.places.len() - 1;
        let mut next = hole;
        loop {
            next = (next + 1) & mask;
            let moved = self.places[next];
            if moved.0 == EMPTY {
                break;
            }
            // A key may move back unless that is before the place where it is looked for first.
            let home = self.home_of(moved.0);
            if (next.wrapping_sub(home) & mask) >= (next.wrapping_sub(hole) & mask) {
                self.places[hole] = moved;
                hole = next;
            }
        }
        self.places[hole] = (EMPTY, 0);
        self.used -= 1;
        Some(number)
    }

    fn home_of(&self, key: u32) -> usize {
        let hash = (u64::from(key) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        hash as usize & (self.places.len() - 1)
    }

    /// Where a key is, or would be.
    fn place_of(&self, key: u32) -> usize {
        if self.places.is_empty() {
            return 0;
        }
        let mut place = self.home_of(key);
        while self.places[place].0 != EMPTY && self.places[place].0 != key {
            place = (place + 1) & (self.places.len() - 1);
        }
        place
    }

    fn grow(&mut self) {
        let size = (2 * self.places.len()).max(16);
        let before = std::mem::replace(&mut self.places, vec![(EMPTY, 0); size]);
        self.used = 0;
        before.into_iter().filter(|&(key, _)| key != EMPTY).for_each(|(key, number)| self.insert(key, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::rng::{Random, Stream};
    use std::collections::BTreeMap;

    /// Does the same as a map of the standard library in any order of insertions and deletions.
    #[test]
    fn it_is_a_map() {
        let (random, mut table, mut map) = (Random::new(1), KeyTable::default(), BTreeMap::new());
        for step in 0..20_000 {
            let bits = random.bits(Stream::Key, 0, step);
            let key = (bits % 300) as u32;
            if bits >> 40 & 1 == 0 {
                table.insert(key, step);
                map.insert(key, step);
            } else {
                assert_eq!(table.remove(key), map.remove(&key));
            }
            let other = (bits >> 20) as u32 % 300;
            assert_eq!((table.get(other), table.count()), (map.get(&other).copied(), map.len() as u32));
        }
    }
}
