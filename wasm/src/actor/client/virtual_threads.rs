//! Virtual threads of Java up to 23, and the carrier threads that run them.
//!
//! A virtual thread leaves its carrier while it waits. Inside `synchronized` it is *pinned*: it keeps the carrier. So with all carriers pinned,
//! nobody goes on whose reply has come. Who is ready waits in one queue, first come, first served (a `ForkJoinPool` in its FIFO mode). Each
//! request is a task of its own, as with `newVirtualThreadPerTaskExecutor`.
//!
//! The threads of the operating system are those of the callers here, of which only as many run as there are carriers.

use crate::actor::program::{Op, Wish};
use crate::actor::world::World;
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::time_weighted::TimeWeighted;
use crate::metric::vocabulary::{ThreadClass, ThreadState};
use crate::resource::cpu::ThreadId;
use crate::scenario::Pinned;
use std::collections::VecDeque;

/// Where a caller is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Between two requests.
    #[default]
    Outside,
    /// On a carrier: it runs, or it waits and is pinned.
    Mounted,
    /// It waits and has left its carrier.
    Unmounted,
    /// It is ready and has no carrier.
    Ready,
}

/// What a caller is at, as far as it matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Between two requests.
    Outside,
    /// It opens a connection.
    Opening,
    /// Anything else.
    Other,
}

/// The carriers of a process, and its callers that need one.
#[derive(Default)]
pub struct VirtualThreads {
    free: u32,
    /// Carriers that somebody has.
    pub in_use: TimeWeighted,
    places: Table<Place>,
    ready: VecDeque<ThreadId>,
    opens: Table<bool>,
    /// Callers that open a connection.
    opening: u32,
}

impl VirtualThreads {
    /// All carriers are free; nothing where no caller is ever pinned.
    pub fn new(pinned: Pinned, callers: u32) -> Self {
        let callers = if pinned.carriers() > 0 { callers as usize } else { 0 };
        VirtualThreads {
            free: pinned.carriers(),
            places: vec![Place::Outside; callers].into(),
            opens: vec![false; callers].into(),
            ..VirtualThreads::default()
        }
    }

    /// Takes a carrier, or joins the queue.
    #[inline(never)]
    fn mount(&mut self, caller: ThreadId, own: usize, now: Nanos) -> bool {
        let is_free = self.free > 0;
        if is_free {
            self.free -= 1;
            self.in_use.add(now, 1);
        } else {
            self.ready.push_back(caller);
        }
        self.places[own] = if is_free { Place::Mounted } else { Place::Ready };
        is_free
    }

    /// Leaves its carrier to whoever has been ready for longest, who is returned.
    fn unmount(&mut self, own: usize, place: Place, first: ThreadId, now: Nanos) -> Option<ThreadId> {
        self.places[own] = place;
        let next = self.ready.pop_front();
        match next {
            Some(next) => self.places[(next - first) as usize] = Place::Mounted,
            None => {
                self.free += 1;
                self.in_use.add(now, -1);
            }
        }
        next
    }
}

impl World {
    /// A caller begins with a request, behind those that are ready. Whether it has a carrier; otherwise it must wait.
    #[cold]
    pub fn mount(&mut self, caller: ThreadId) -> bool {
        let own = self.process.caller(caller) as usize;
        if self.process.virtual_threads.places[own] == Place::Mounted {
            self.unmount(own, Place::Outside);
        }
        self.process.virtual_threads.mount(caller, own, self.now)
    }

    /// A caller of the process that acts leaves its carrier.
    #[inline(never)]
    fn unmount(&mut self, own: usize, place: Place) {
        let first = self.process.first_thread;
        if let Some(next) = self.process.virtual_threads.unmount(own, place, first, self.now) {
            self.cpu.wake(next, self.now, &mut self.calendar, &mut self.trace);
        }
    }

    /// What follows from the `wish` of a caller: where it waits and is not pinned, it leaves its carrier.
    pub fn after_wish(&mut self, wish: Op, caller: ThreadId, stage: Stage) {
        let own = self.process.caller(caller) as usize;
        let threads = &mut self.process.virtual_threads;
        let (opens, before) = (stage == Stage::Opening, threads.opens[own]);
        if opens != before {
            threads.opens[own] = opens;
            threads.opening = threads.opening + u32::from(opens) - u32::from(before);
            if threads.opening == 0 {
                self.release_monitor();
            }
        }
        let threads = &self.process.virtual_threads;
        let (Wish::Wait(state) | Wish::Sleep(state, _)) = wish.wish() else { return };
        if threads.places[own] != Place::Mounted {
            return;
        }
        let is_pinned = match self.process.plan.pinned {
            _ if stage == Stage::Outside => false,
            Pinned::PoolMonitor { .. } => state == ThreadState::WaitConnection && threads.opening > 0,
            Pinned::Nowhere {} | Pinned::Call { .. } => true,
        };
        if !is_pinned {
            self.unmount(own, if stage == Stage::Outside { Place::Outside } else { Place::Unmounted });
        }
    }

    /// No connection is being opened any more: whoever waits for one leaves the monitor, and waits on.
    fn release_monitor(&mut self) {
        let first = self.process.first_thread;
        for own in 0..self.process.plan.callers {
            let is_waiting = self.cpu.is_waiting(first + own, ThreadState::WaitConnection);
            if is_waiting && self.process.virtual_threads.places[own as usize] == Place::Mounted {
                self.unmount(own as usize, Place::Unmounted);
            }
        }
    }

    /// Whether a thread that is to be woken has to wait for a carrier first.
    #[cold]
    #[inline(never)]
    pub fn waits_for_carrier(&mut self, thread: ThreadId) -> bool {
        if self.cpu.class(thread) != ThreadClass::Caller {
            return false;
        }
        let number = self.process.of_thread(thread);
        let process = &mut self.process.all_mut()[number];
        if process.plan.pinned.carriers() == 0 {
            return false;
        }
        let own = process.caller(thread) as usize;
        match process.virtual_threads.places[own] {
            Place::Outside | Place::Mounted => false,
            Place::Unmounted => !process.virtual_threads.mount(thread, own, self.now),
            Place::Ready => true,
        }
    }
}
