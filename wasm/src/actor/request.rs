//! Requests in progress: where each of them is, and how long it has been there.
//!
//! A request is in exactly one phase from its birth to its end, so its phases add up to its response time by construction;
//! the summary reports both sums.

use super::slots::{Address, Redirect};
use crate::kernel::table::Table;
use crate::kernel::time::Nanos;
use crate::metric::phase_times::PhaseTimes;
use crate::metric::trace::{NO_REQUEST, Trace};
use crate::metric::vocabulary::{Failure, Phase};
use crate::resource::message::Run;

/// Index of a request in progress; slots are used again.
pub type Slot = u32;

/// Slot that every run sets aside.
const ERRAND: Slot = 0;

/// Parent of what is in a slot only because a server may still answer it.
const GIVEN_UP: Slot = Slot::MAX;

/// Caller of a request that has none yet.
pub const NO_CALLER: u32 = 0xffff;

/// A request in progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    /// Number that identifies it in traces.
    pub id: u32,
    /// Its number within its process. In closed workloads count x callers + caller, which is the same request, with the same
    /// random draws, under every client strategy.
    pub turn: u32,
    /// The client that it belongs to.
    pub client: u16,
    /// Key of its random draws: (caller, count) in closed workloads, (0, number of arrival) in open ones.
    pub key: (u32, u32),
    /// Thread that issued it.
    pub caller: u32,
    /// Connection + 1; 0 while it has none.
    pub connection: u32,
    /// Replies of its current round trip that its client has not decoded. At 0 the caller can go on (what
    /// LockSupport.park() would see). Of a batch over several slots: parts without an answer.
    pub awaiting: u32,
    /// Timer that keeps the timeouts of its commands.
    pub timer: u16,
    /// What it exchanges with the server: an index into the plan's exchanges.
    pub exchange: u16,
    /// The node of the cluster that is asked.
    pub node: u8,
    /// Where its first key is.
    pub address: Address,
    /// Where its last command was sent on to, if it was.
    pub redirect: Redirect,
    /// Redirections that it has followed, and tries after failures.
    pub redirects: u8,
    /// See above.
    pub tries: u8,
    /// Of a part of a batch over several slots: the batch, and the next part. 0: it is no part, or the last.
    pub parent: Slot,
    /// See above; of a batch the first part.
    pub next: Slot,
    /// Whether nobody waits for this part alone: its caller has sent all of them.
    pub detached: bool,
    /// Why a part of it could not be asked for.
    pub failure: Option<Failure>,
    phase: Phase,
    /// Whether it has changed its phase at this instant, and is in the population of none.
    moves: bool,
    since: Nanos,
    issued: Nanos,
    times: PhaseTimes,
}

/// Population of one phase. Who passes a phase without staying in it is in none: a population is counted when time goes on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Population {
    /// Requests in the phase now.
    pub count: u32,
    /// Largest number in the measured window.
    pub max: u32,
    /// Time of all requests in the phase within the window, ns.
    pub area: u64,
}

/// Where the requests of a client are.
#[derive(Clone, Debug, Default)]
struct Populations {
    phases: [Population; Phase::COUNT],
    /// The most that were at one time in one of the phases in which they queue, in the interval of the series under way.
    longest_queue: u32,
}

impl Population {
    #[inline(always)]
    fn grow(&mut self) {
        self.count += 1;
        self.max = self.max.max(self.count);
    }
}

impl Request {
    /// When its caller began it.
    pub fn issued(&self) -> Nanos {
        self.issued
    }

    /// Its phase ends.
    #[inline(always)]
    fn leave(&mut self, populations: &mut Table<Populations>, window_start: Nanos, now: Nanos, trace: &mut Trace) {
        let population = &mut populations[usize::from(self.client)].phases[self.phase as usize];
        population.count -= 1;
        population.area += now - self.since.max(window_start);
        if let Some(picture) = trace.counting() {
            picture.leave(self.id, self.phase);
        }
        if now > self.since {
            self.count_span(now, trace);
        }
    }

    /// It has been in its phase until `now`.
    #[inline]
    fn count_span(&mut self, now: Nanos, trace: &mut Trace) {
        let since = std::mem::replace(&mut self.since, now);
        self.times.add(self.phase, now - since);
        if trace.enabled {
            trace.request((since, now), self.caller, self.phase, self.id, self.connection, false);
        }
    }

    /// A part is in no phase of its own; what was given up is in none at all.
    #[cold]
    fn enter_as_part(&mut self, phase: Phase, now: Nanos, trace: &mut Trace) {
        if self.parent != GIVEN_UP {
            self.leave_as_part(now, trace);
            self.phase = phase;
        }
    }

    fn leave_as_part(&mut self, now: Nanos, trace: &mut Trace) {
        trace.part((self.since, now), self.caller, self.phase, self.id, self.connection, false);
        self.since = now;
    }
}

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tenant {
    Nobody,
    Request,
    /// A part of a batch over several slots.
    Part,
}

/// All requests in progress.
pub struct Requests {
    slots: Table<Request>,
    free: Vec<Slot>,
    tenants: Table<Tenant>,
    /// When a node described the cluster for what is in a slot, until the client has read it. Few ask at a time.
    described: Vec<(Slot, Nanos)>,
    /// How many there are at once when everything is full.
    most: usize,
    /// Of each client.
    populations: Table<Populations>,
    /// Slots of requests that have changed their phase at this instant; some of those may have ended.
    moving: Vec<Slot>,
    window_start: Nanos,
}

impl Requests {
    /// Requests of `clients` clients, with room for `capacity` of them before the first allocation. Growth stops to double at `most`: what can be waiting at
    /// once is known, and the last doubling would be half of the memory of a run with a long queue.
    pub fn new(clients: usize, capacity: usize, most: usize) -> Self {
        let mut slots = Table::with_capacity(capacity + 1);
        slots.push(Request { id: NO_REQUEST, caller: NO_CALLER, ..Request::default() });
        let mut tenants = Table::with_capacity(capacity + 1);
        tenants.push(Tenant::Nobody);
        Requests {
            slots,
            free: Vec::with_capacity(capacity),
            tenants,
            described: Vec::new(),
            most: most + 1,
            populations: vec![Populations::default(); clients].into(),
            moving: Vec::with_capacity(capacity),
            window_start: 0,
        }
    }

    /// A request of a client comes into being, in `phase`.
    #[inline(always)]
    pub fn begin(&mut self, client: u16, key: (u32, u32), caller: u32, phase: Phase, now: Nanos) -> Slot {
        let slot = self.take_slot();
        self.tenants[slot as usize] = Tenant::Request;
        self.set_moving(slot);
        let r = &mut self.slots[slot as usize];
        (r.client, r.key, r.caller, r.connection, r.awaiting) = (client, key, caller, 0, 0);
        (r.parent, r.next, r.detached, r.failure) = (0, 0, false, None);
        (r.redirect, r.redirects, r.tries) = (Redirect::None, 0, 0);
        (r.phase, r.since, r.issued) = (phase, now, now);
        r.times.clear();
        slot
    }

    /// The slot of errands: what is said on connections on nobody's behalf. It is never counted as a request.
    pub fn errand(&self) -> Slot {
        ERRAND
    }

    /// A slot for what one thread of a client says on nobody's behalf, again and again, with draws by `key`. It is in no phase.
    pub fn open_errand(&mut self, client: u16, key: u32, caller: u32) -> Slot {
        let slot = self.take_slot();
        self.slots[slot as usize] = Request { client, key: (key, 0), caller, ..self.slots[ERRAND as usize] };
        slot
    }

    /// Number of slots, used or free.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The request in a slot.
    #[inline(always)]
    pub fn get(&self, slot: Slot) -> &Request {
        &self.slots[slot as usize]
    }

    /// The request in a slot, to change what is known of it.
    #[inline(always)]
    pub fn get_mut(&mut self, slot: Slot) -> &mut Request {
        &mut self.slots[slot as usize]
    }

    /// A node describes the cluster for what is in a slot.
    pub fn describe(&mut self, slot: Slot, now: Nanos) {
        match self.described.iter_mut().find(|(asked, _)| *asked == slot) {
            Some(described) => described.1 = now,
            None => self.described.push((slot, now)),
        }
    }

    /// When the description was made that has been read for what is in a slot.
    pub fn take_description(&mut self, slot: Slot) -> Nanos {
        let at = self.described.iter().position(|&(asked, _)| asked == slot);
        at.map_or(0, |at| self.described.swap_remove(at).1)
    }

    /// Counts the replies of a run that a client has decoded; returns whether the request has all replies of its round trip.
    #[inline(always)]
    pub fn decoded(&mut self, run: &Run) -> bool {
        let request = self.get_mut(run.request);
        request.awaiting -= run.count;
        request.awaiting == 0
    }

    /// A part of a request comes into being; it waits for a thread that asks for it. Its phases are recorded and not
    /// counted: they are within one of the request's.
    pub fn begin_part(&mut self, parent: Slot, now: Nanos) -> Slot {
        let slot = self.take_slot();
        let Request { id, turn, client, caller, .. } = *self.get(parent);
        self.tenants[slot as usize] = Tenant::Part;
        self.slots[slot as usize] =
            Request { id, turn, client, caller, parent, phase: Phase::WaitCaller, since: now, ..Request::default() };
        slot
    }

    /// Ends a part; answers whether it was the last of its request.
    pub fn end_part(&mut self, slot: Slot, now: Nanos, trace: &mut Trace) -> bool {
        self.slots[slot as usize].leave_as_part(now, trace);
        self.tenants[slot as usize] = Tenant::Nobody;
        self.free.push(slot);
        let parent = self.get(slot).parent;
        let request = self.get_mut(parent);
        request.awaiting -= 1;
        request.awaiting == 0
    }

    /// Whether somebody's request, or a part of one, is in a slot: no errand.
    pub fn has_owner(&self, slot: Slot) -> bool {
        self.tenants[slot as usize] != Tenant::Nobody
    }

    /// A request, or a part of one, no longer waits for what it has asked. It goes on in another slot, which is returned; what
    /// was asked keeps its own, because a server may still do it and answer.
    pub fn abandon(&mut self, slot: Slot) -> Slot {
        let next = self.take_slot();
        let tenant = std::mem::replace(&mut self.tenants[slot as usize], Tenant::Nobody);
        self.tenants[next as usize] = tenant;
        let asked = self.get_mut(slot);
        let moves = std::mem::replace(&mut asked.moves, false);
        let request = *asked;
        asked.parent = GIVEN_UP;
        self.slots[next as usize] = request;
        if moves {
            self.set_moving(next);
        }
        next
    }

    /// Whether what is in a slot was given up.
    pub fn is_abandoned(&self, slot: Slot) -> bool {
        self.get(slot).parent == GIVEN_UP
    }

    /// What was given up has all its answers, which reach nobody.
    pub fn forget(&mut self, slot: Slot) {
        self.get_mut(slot).parent = 0;
        self.free.push(slot);
    }

    #[inline(always)]
    fn take_slot(&mut self) -> Slot {
        self.free.pop().unwrap_or_else(|| {
            let used = self.slots.len();
            if used == self.slots.capacity() && used < self.most {
                let more = used.min(self.most - used);
                self.slots.reserve_exact(more);
                self.tenants.reserve_exact(more);
            }
            self.slots.push(Request::default());
            self.tenants.push(Tenant::Nobody);
            (self.slots.len() - 1) as Slot
        })
    }

    /// Moves a request to its next phase. Where little costs anything it passes several phases at one instant; all but the
    /// first time that is a matter of remembering the last of them.
    #[inline(always)]
    pub fn enter(&mut self, slot: Slot, phase: Phase, now: Nanos, trace: &mut Trace) {
        let r = &mut self.slots[slot as usize];
        if r.moves {
            r.phase = phase;
        } else {
            self.leave(slot, phase, now, trace);
        }
    }

    /// A request that has stayed in its phase until `now` moves to the next one.
    #[inline(never)]
    fn leave(&mut self, slot: Slot, phase: Phase, now: Nanos, trace: &mut Trace) {
        let r = &mut self.slots[slot as usize];
        if r.parent != 0 {
            return r.enter_as_part(phase, now, trace);
        }
        r.leave(&mut self.populations, self.window_start, now, trace);
        r.phase = phase;
        self.set_moving(slot);
    }

    /// A request is in the population of no phase until the instant is over.
    #[inline(always)]
    fn set_moving(&mut self, slot: Slot) {
        if !std::mem::replace(&mut self.slots[slot as usize].moves, true) {
            self.moving.push(slot);
        }
    }

    /// The instant is over: requests stay in the phases that they are in.
    #[inline(always)]
    pub fn settle(&mut self, trace: &mut Trace) {
        while let Some(slot) = self.moving.pop() {
            let r = &mut self.slots[slot as usize];
            if std::mem::replace(&mut r.moves, false) && self.tenants[slot as usize] == Tenant::Request {
                let Populations { phases, longest_queue } = &mut self.populations[usize::from(r.client)];
                let population = &mut phases[r.phase as usize];
                population.grow();
                if let Some(picture) = trace.counting() {
                    picture.enter(r.id, r.phase);
                }
                if r.phase.is_queue() {
                    *longest_queue = (*longest_queue).max(population.count);
                }
            }
        }
    }

    /// Ends a request; returns its response time and the time it spent in each phase.
    #[inline(always)]
    pub fn complete(&mut self, slot: Slot, now: Nanos, trace: &mut Trace) -> (Nanos, &PhaseTimes) {
        let r = &mut self.slots[slot as usize];
        if !r.moves {
            r.leave(&mut self.populations, self.window_start, now, trace);
        }
        self.free.push(slot);
        self.tenants[slot as usize] = Tenant::Nobody;
        (now - r.issued, &r.times)
    }

    /// Forgets statistics: the measured window starts now.
    pub fn start_window(&mut self, now: Nanos, trace: &mut Trace) {
        self.settle(trace);
        self.window_start = now;
        for population in self.populations.iter_mut().flat_map(|client| &mut client.phases) {
            population.area = 0;
            population.max = population.count;
        }
    }

    /// The longest queue of a client so far in the interval of the series under way.
    pub fn longest_queue(&self, client: u16) -> u32 {
        self.populations[usize::from(client)].longest_queue
    }

    /// The next interval of the series begins: returns the longest queue of each client in the one that is over.
    pub fn start_interval(&mut self) -> Vec<u32> {
        let start = |Populations { phases, longest_queue }: &mut Populations| {
            let longest = Phase::QUEUES.iter().map(|&phase| phases[phase as usize].count).fold(0, u32::max);
            std::mem::replace(longest_queue, longest)
        };
        self.populations.iter_mut().map(start).collect()
    }

    /// Populations of a client up to `now`, requests in progress included.
    pub fn populations(&self, client: u16, now: Nanos) -> [Population; Phase::COUNT] {
        let mut populations = self.populations[usize::from(client)].phases;
        for r in self.in_progress(client) {
            populations[r.phase as usize].area += now - r.since.max(self.window_start);
        }
        populations
    }

    /// The number and the phase of each request in progress that stays where it is.
    pub fn phases(&self) -> impl Iterator<Item = (u32, Phase)> {
        let requests = self.slots.iter().zip(self.tenants.iter());
        requests.filter(|&(r, &tenant)| tenant == Tenant::Request && !r.moves).map(|(r, _)| (r.id, r.phase))
    }

    /// Writes the phase of every request in progress, and of every part, into a chunk that is about to close. `arrival` gives
    /// the end of a phase on the wire, which is known.
    pub fn record_open(&self, now: Nanos, trace: &mut Trace, arrival: impl Fn(Slot) -> Option<Nanos>) {
        for (slot, (r, &tenant)) in self.slots.iter().zip(self.tenants.iter()).enumerate() {
            let on_wire = matches!(r.phase, Phase::WireOut | Phase::WireBack);
            let end = if on_wire { arrival(slot as Slot).unwrap_or(now) } else { now };
            match tenant {
                Tenant::Nobody => {}
                Tenant::Request => trace.request((r.since, end), r.caller, r.phase, r.id, r.connection, true),
                Tenant::Part => trace.part((r.since, end), r.caller, r.phase, r.id, r.connection, true),
            }
        }
    }

    /// Issue times of all requests of a client in progress.
    pub fn issued_in_progress(&self, client: u16) -> impl Iterator<Item = Nanos> {
        self.in_progress(client).map(|r| r.issued)
    }

    fn in_progress(&self, client: u16) -> impl Iterator<Item = &Request> {
        let requests = self.slots.iter().zip(self.tenants.iter());
        requests.filter(move |&(r, &tenant)| tenant == Tenant::Request && r.client == client).map(|(r, _)| r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_population_is_of_those_who_stay() {
        let (mut requests, mut trace) = (Requests::new(1, 1, 1), Trace::default());
        let slot = requests.begin(0, (0, 0), 0, Phase::Prepare, 0);
        requests.enter(slot, Phase::WireOut, 0, &mut trace);
        requests.enter(slot, Phase::ServerQueue, 0, &mut trace);
        requests.settle(&mut trace);
        requests.enter(slot, Phase::Execute, 5, &mut trace);
        requests.settle(&mut trace);
        let of = |phase: Phase| requests.populations(0, 7)[phase as usize];
        assert_eq!((of(Phase::Prepare).max, of(Phase::WireOut).max), (0, 0), "it passed them");
        let (queue, execution) = (of(Phase::ServerQueue), of(Phase::Execute));
        assert_eq!((queue.max, queue.count, queue.area), (1, 0, 5));
        assert_eq!((execution.max, execution.count, execution.area), (1, 1, 2));
        assert_eq!(requests.complete(slot, 9, &mut trace).0, 9);
    }

    #[test]
    fn what_is_given_up_ends_nobodys_instant() {
        let (mut requests, mut trace) = (Requests::new(1, 2, 2), Trace::default());
        let [late, other] = [0, 1].map(|caller| requests.begin(0, (caller, 0), caller, Phase::WireBack, 0));
        requests.settle(&mut trace);
        requests.enter(other, Phase::WaitConnection, 5, &mut trace);
        requests.enter(late, Phase::GiveBack, 5, &mut trace);
        let retried = requests.abandon(late);
        requests.enter(other, Phase::Connect, 5, &mut trace);
        requests.enter(retried, Phase::Backoff, 5, &mut trace);
        requests.settle(&mut trace);
        assert_eq!(requests.longest_queue(0), 0, "it passed the queue");
        let now = requests.populations(0, 5);
        assert_eq!([Phase::GiveBack, Phase::Connect, Phase::Backoff].map(|phase| now[phase as usize].count), [0, 1, 1]);
        assert!(requests.is_abandoned(late) && !requests.is_abandoned(retried));
    }
}
