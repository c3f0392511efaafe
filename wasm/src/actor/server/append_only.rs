//! The append-only file: what must be on disk before a reply may leave.
//!
//! Mirrors `flushAppendOnlyFile` in `beforeSleep`. With `always` the main thread writes the commands of the turn and waits
//! for fsync() before it answers any of them: a group commit. With `everysec` a background thread calls fsync() once a second;
//! while that runs, writing is put off for up to two seconds, and then the main thread's write() waits for it: the write stall.
//! fsync() itself is waiting for the disk and takes no core, so the background thread needs none. Without fsync() (`appendfsync no`) only the
//! write() is left: the kernel writes back what is older than `dirty_expire_centisecs`, 30 s, in threads of its own.

use crate::actor::world::World;
use crate::kernel::dist::Dist;
use crate::kernel::rng::Stream;
use crate::kernel::time::{Nanos, SEC};
use crate::scenario::AppendOnly;

/// How long a write() is put off while a background fsync() is under way.
const POSTPONED: Nanos = 2 * SEC;
/// Time from one background fsync() to the next.
const PERIOD: Nanos = SEC;

/// The server's append-only file.
#[derive(Default)]
pub struct Log {
    /// Commands executed and not written to the file, B.
    buffered: u64,
    /// When writing was put off first.
    postponed: Option<Nanos>,
    /// The background fsync() under way ends then; before it ran the last began.
    synced_at: Nanos,
    last_sync: Nanos,
    /// Number of the next fsync(), for its random draw.
    syncs: u32,
}

/// What beforeSleep does about the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flush {
    /// Nothing to write, or not now.
    Nothing,
    /// Wait for the disk until then, and look again.
    Wait(Nanos),
    /// Write so many bytes.
    Write(u64),
}

impl Log {
    /// Commands were executed.
    pub fn append(&mut self, bytes: u64, policy: &AppendOnly) {
        if *policy != (AppendOnly::No {}) {
            self.buffered += bytes;
        }
    }

    /// What to do before the replies of a turn are written.
    pub fn flush(&mut self, now: Nanos) -> Flush {
        if self.buffered == 0 {
            return Flush::Nothing;
        }
        if now < self.synced_at {
            let since = *self.postponed.get_or_insert(now);
            return if now - since < POSTPONED { Flush::Nothing } else { Flush::Wait(self.synced_at) };
        }
        self.postponed = None;
        Flush::Write(std::mem::take(&mut self.buffered))
    }

    /// The bytes are written; returns the moment until which the main thread itself waits for fsync(), if it does.
    pub fn written(&mut self, world: &World) -> Option<Nanos> {
        match world.plan.scenario.server.append_only {
            AppendOnly::No {} | AppendOnly::Unsynced {} => None,
            AppendOnly::Always { fsync_us } => Some(world.now + self.draw(fsync_us, world)),
            AppendOnly::Everysec { fsync_us } => {
                if world.now >= self.last_sync + PERIOD {
                    self.last_sync = world.now;
                    self.synced_at = world.now + self.draw(fsync_us, world);
                }
                None
            }
        }
    }

    fn draw(&mut self, fsync: Dist, world: &World) -> Nanos {
        self.syncs += 1;
        fsync.draw(&world.random, Stream::Fsync, (0, self.syncs))
    }
}
