//! A read is looked up in the cache of the process before it is sent.
//!
//! With a pool that is after a connection was borrowed, as in Jedis (`CacheConnection.executeCommand`) and redis-py. There nobody
//! reads messages from idle connections. So a hit first looks for messages on the connection that has read the value
//! (`validateEntry`), unless somebody else is using that.

use super::{Caller, Step};
use crate::actor::client::connection_exchange::Topic;
use crate::actor::program::Op;
use crate::actor::tracking::Lookup;
use crate::actor::world::World;
use crate::metric::vocabulary::{Activity, Failure};
use crate::resource::message::Message;
use crate::resource::wire::back;

impl Caller {
    /// Begins to look for the value that the request wants, if its replies are kept.
    #[cold]
    #[inline(never)]
    pub(super) fn look_up(&mut self, world: &mut World) -> Op {
        if !world.may_be_kept(self.slot) {
            return self.send_request(world);
        }
        self.then(Step::LookedUp, Op::user(Activity::CacheLookup, world.process.plan.costs.cache_lookup))
    }

    pub(super) fn looked_up(&mut self, world: &mut World) -> Op {
        match world.look_up(self.slot) {
            Lookup::NotKept => self.send_request(world),
            Lookup::Hit(_) if world.process.plan.loops == 0 && !world.process.plan.has_ring => {
                self.then(Step::OwnerSeen, Op::kernel(Activity::ReadEmpty, world.process.plan.costs.read_empty))
            }
            found => self.found(found, world),
        }
    }

    /// It knows whether messages wait on the connection that has read the value.
    pub(super) fn owner_seen(&mut self, world: &mut World) -> Op {
        let found = world.look_up(self.slot);
        let Lookup::Hit(owner) = found else { return self.found(found, world) };
        let readable = world.wire.readable(back(owner));
        if readable == 0 || !self.may_read(owner, world) {
            return self.found(found, world);
        }
        self.then(Step::OwnerRead, Op::kernel(Activity::Read, world.read_cost(back(owner), readable)))
    }

    /// It has read them: the value may be there no longer.
    pub(super) fn owner_read(&mut self, world: &mut World) -> Op {
        let found = world.look_up(self.slot);
        let Lookup::Hit(owner) = found else { return self.found(found, world) };
        // Somebody may have borrowed it meanwhile.
        if !self.may_read(owner, world) {
            return self.found(found, world);
        }
        let (stream, mut messages) = (back(owner), 0);
        let readable = world.wire.readable(stream);
        world.wire.read_each(stream, readable, |run| {
            debug_assert!(run.message == Message::Push, "nobody waits for a reply on an idle connection");
            messages += run.count;
        });
        (0..messages).for_each(|_| world.on_push(owner));
        let number = world.process.plan.number;
        world.meters[number].messages_read[1] += u64::from(messages);
        let decoding = u64::from(messages) * world.process.plan.costs.decode;
        self.then(Step::OwnerDecoded, Op::user(Activity::Decode, decoding))
    }

    pub(super) fn owner_decoded(&mut self, world: &mut World) -> Op {
        let found = world.look_up(self.slot);
        self.found(found, world)
    }

    /// Whether nobody else uses a connection.
    fn may_read(&self, connection: u32, world: &World) -> bool {
        connection == self.connection || world.process.pools.iter().any(|pool| pool.lies_idle(connection))
    }

    #[inline(always)]
    pub(super) fn got_reply(&mut self, world: &mut World) -> Op {
        if world.process.plan.keeps_values && self.may_process(world) {
            world.keep_reply(self.slot, self.connection);
        }
        self.has_value(world)
    }

    /// It has what its request wants.
    #[inline(always)]
    fn has_value(&mut self, world: &mut World) -> Op {
        if world.process.plan.holds_connection() && self.may_process(world) {
            return self.process(world);
        }
        self.end_use(world)
    }

    fn found(&mut self, found: Lookup, world: &mut World) -> Op {
        let is_hit = matches!(found, Lookup::Hit(_));
        world.looked_up(self.slot, is_hit, self.connection);
        if is_hit { self.has_value(world) } else { self.send_request(world) }
    }

    fn send_request(&mut self, world: &mut World) -> Op {
        if world.process.plan.loop_rules.queue_size > 0 && self.is_queue_full(world) {
            return self.refused(Failure::QueueFull, world);
        }
        self.talk(Step::Talking, Topic::Request, world)
    }
}
