//! Values that a process keeps: the least recently used one makes room for another.
//!
//! Mirrors `csc` of Jedis, `CacheConfig` of redis-py and node-redis' `BasicClientSideCache`, with one difference: a place is taken
//! before the question is sent. An invalidation that overtakes the caller then leaves nothing behind.

use super::super::key_table::KeyTable;
use crate::kernel::time::Nanos;

/// No entry.
const NONE: u32 = u32::MAX;

/// A value, or the place for one that is on its way.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u32,
    /// The connection that has read it, and so gets the message when it changes.
    connection: u32,
    /// When it is too old; `None` while it is on its way.
    until: Option<Nanos>,
    /// Neighbours in the order of use.
    newer: u32,
    older: u32,
}

/// The cache of a process.
#[derive(Clone, Debug)]
pub struct Cache {
    by_key: KeyTable,
    entries: Vec<Entry>,
    free: Vec<u32>,
    newest: u32,
    oldest: u32,
    /// How many values it keeps at most.
    most: u32,
}

impl Cache {
    /// An empty cache of at most `most` values; 0: without limit.
    pub fn new(most: u32) -> Self {
        let most = if most == 0 { u32::MAX } else { most };
        Cache { by_key: KeyTable::default(), entries: Vec::new(), free: Vec::new(), newest: NONE, oldest: NONE, most }
    }

    /// The connection that has read the value of a key, if it is there and not too old at `now`. It is then the one used last.
    pub fn get(&mut self, key: u32, now: Nanos) -> Option<u32> {
        let at = self.by_key.get(key)?;
        let entry = self.entries[at as usize];
        match entry.until {
            None => None,
            Some(until) if now >= until => {
                self.remove(key);
                None
            }
            Some(_) => {
                self.unlink(at);
                self.link(at);
                Some(entry.connection)
            }
        }
    }

    /// A connection is going to ask for a key: keeps a place for the answer.
    pub fn expect(&mut self, key: u32, connection: u32) {
        self.remove(key);
        if self.by_key.count() >= self.most {
            let oldest = self.entries[self.oldest as usize].key;
            self.remove(oldest);
        }
        let entry = Entry { key, connection, until: None, newer: NONE, older: NONE };
        let at = self.free.pop().unwrap_or_else(|| {
            self.entries.push(entry);
            (self.entries.len() - 1) as u32
        });
        self.entries[at as usize] = entry;
        self.by_key.insert(key, at);
        self.link(at);
    }

    /// The answer has come; it is of use before `until`. Without its place, which an invalidation has taken, it is not kept.
    pub fn put(&mut self, key: u32, connection: u32, until: Nanos) {
        if let Some(at) = self.by_key.get(key) {
            let entry = &mut self.entries[at as usize];
            if entry.connection == connection {
                entry.until = Some(until);
            }
        }
    }

    /// A key has changed.
    pub fn remove(&mut self, key: u32) {
        if let Some(at) = self.by_key.remove(key) {
            self.unlink(at);
            self.free.push(at);
        }
    }

    /// Nothing is known any more.
    pub fn clear(&mut self) {
        *self = Cache::new(self.most);
    }

    /// Values, and places for those on their way.
    pub fn count(&self) -> u32 {
        self.by_key.count()
    }

    fn unlink(&mut self, at: u32) {
        let Entry { newer, older, .. } = self.entries[at as usize];
        match newer {
            NONE => self.newest = older,
            _ => self.entries[newer as usize].older = older,
        }
        match older {
            NONE => self.oldest = newer,
            _ => self.entries[older as usize].newer = newer,
        }
    }

    fn link(&mut self, at: u32) {
        let before = std::mem::replace(&mut self.newest, at);
        let entry = &mut self.entries[at as usize];
        (entry.newer, entry.older) = (NONE, before);
        match before {
            NONE => self.oldest = at,
            _ => self.entries[before as usize].newer = at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keep(cache: &mut Cache, key: u32) {
        cache.expect(key, 7);
        cache.put(key, 7, 1000);
    }

    #[test]
    fn the_least_recently_used_value_makes_room() {
        let mut cache = Cache::new(2);
        [1, 2].iter().for_each(|&key| keep(&mut cache, key));
        assert_eq!(cache.get(1, 0), Some(7));
        keep(&mut cache, 3);
        assert_eq!([1, 2, 3].map(|key| cache.get(key, 0)), [Some(7), None, Some(7)]);
        assert_eq!(cache.count(), 2);
    }

    #[test]
    fn a_value_ends_with_its_time_with_a_message_or_with_its_connection() {
        let mut cache = Cache::new(0);
        (1..=3).for_each(|key| keep(&mut cache, key));
        assert_eq!([cache.get(1, 999), cache.get(1, 1000)], [Some(7), None]);
        cache.remove(2);
        assert_eq!((cache.get(2, 0), cache.get(3, 0)), (None, Some(7)));
        cache.clear();
        assert_eq!((cache.get(3, 0), cache.count()), (None, 0));
    }

    #[test]
    fn an_answer_that_a_message_has_overtaken_is_not_kept() {
        let mut cache = Cache::new(0);
        cache.expect(1, 7);
        assert_eq!(cache.get(1, 0), None, "it is on its way");
        cache.remove(1);
        cache.put(1, 7, 1000);
        assert_eq!(cache.get(1, 0), None);
    }
}
