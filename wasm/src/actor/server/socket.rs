//! read() and write() of the server, as any of its threads makes them.

use crate::actor::client::process::Ends;
use crate::actor::world::World;
use crate::kernel::time::Nanos;
use crate::metric::vocabulary::Phase;
use crate::resource::cpu::ThreadId;
use crate::resource::wire::{back, to_server};

/// `me` is about to read from a client that has data; returns how much it will get.
#[inline(always)]
pub fn begin_read(client: u32, me: ThreadId, world: &mut World) -> u64 {
    let stream = to_server(client);
    let version = world.plan.scenario.server.version;
    let readable = world.in_one_record(stream, world.wire.readable_at_once(stream));
    let bytes = readable.min(world.sessions[client as usize].ask(version, world.wire.under_way(stream)));
    world.clear_attribution(me, Some(client));
    // Who passes a phase without staying in it leaves no trace there.
    if world.plan.costs.read.of(bytes) > 0 || world.tls.is_some() {
        for slot in world.wire.completed_by_read(stream, bytes) {
            world.requests.enter(slot, Phase::ServerRead, world.now, &mut world.trace);
        }
    }
    bytes
}

/// The read() of `bytes` is over: what is complete waits to be executed.
#[inline(always)]
pub fn end_read(client: u32, bytes: u64, world: &mut World) {
    let &Ends { client: number, node, .. } = world.process.ends_of(client);
    let World { sessions, wire, requests, trace, .. } = world;
    let client_ = &mut sessions[client as usize];
    client_.commands.clear();
    client_.next = 0;
    wire.read(to_server(client), bytes, &mut client_.commands);
    for run in &client_.commands {
        if run.last {
            requests.enter(run.request, Phase::ServerBatch, world.now, trace);
        } else if run.message.is_end() {
            continue;
        }
        world.meters[number].messages_read[0] += u64::from(run.count);
        world.server_meter.nodes[usize::from(node)].commands += u64::from(run.count);
    }
    if let Some(held) = &mut client_.held {
        held.append(&mut client_.commands);
    }
}

/// `me` is about to write to a client that has replies; returns how much this call takes.
#[inline(always)]
pub fn begin_write(client: u32, me: ThreadId, world: &mut World) -> u64 {
    let bytes = world.sessions[client as usize].take_write(world.plan.scenario.server.version);
    world.clear_attribution(me, Some(client));
    if world.process.ends_of(client).interrupts || world.plan.costs.write.of(bytes) > 0 || world.tls.is_some() {
        for slot in world.wire.completed_by_send(back(client), bytes) {
            world.requests.enter(slot, Phase::ServerWrite, world.now, &mut world.trace);
        }
    }
    bytes
}

/// Bookkeeping for a client that has been read from. The longer ago its last turn, the more of what the server and the
/// kernel keep for it has left the caches: counted in clients served since then, as the distance of reuse.
#[inline(always)]
pub fn client_turn(client: u32, world: &mut World) -> Nanos {
    let served = &mut world.io.served[world.process.node_of(client)];
    *served += 1;
    let last = std::mem::replace(&mut world.sessions[client as usize].served, *served);
    let served_since = *served - last - 1;
    // Each thread that reads has a cache of its own, and its share of the clients.
    let connections = u64::from(world.plan.most_per_node.max(1));
    let connections_since = served_since.min(connections - 1) / u64::from(world.plan.server_readers);
    let costs = &world.plan.costs;
    costs.client_turn + served_since * costs.cold_client / 1000 + costs.cold_socket(connections_since)
}

/// What a thread that only reads does besides: bookkeeping, and the first command parsed, if it is complete (in Redis 8.4 the first 16).
/// Returns the time it takes.
pub fn parse_first(client: u32, world: &mut World) -> Nanos {
    let turn = client_turn(client, world);
    let client = &mut world.sessions[client as usize];
    let commands = client.commands.iter().fold(0, |sum: u32, run| sum.saturating_add(run.count));
    client.parsed = commands.min(world.plan.scenario.server.lookahead);
    turn + u64::from(client.parsed) * world.plan.costs.parse
}

impl World {
    /// An I/O thread is about to write to a client that has replies; returns how much this call takes, and how long.
    #[inline(never)]
    pub fn begin_apart_write(&mut self, client: u32, me: ThreadId) -> (u64, Nanos) {
        let bytes = begin_write(client, me, self);
        (bytes, self.write_cost(back(client), bytes))
    }

    /// An I/O thread is about to look for ready clients; returns how long that takes. Level-triggered: a client whose data was read after it
    /// had been listed is not reported. Redis 8 asks for no reports of those that are elsewhere.
    #[inline(never)]
    pub fn polling(&mut self, poll: usize, reports_away: bool) -> Nanos {
        let World { polls, wire, sessions, plan, .. } = self;
        polls[poll].prune(|client| {
            let c = &sessions[client as usize];
            (reports_away || !c.away) && (wire.readable(to_server(client)) > 0 || c.write_handler)
        });
        plan.costs.epoll_wait + polls[poll].len() as u64 * plan.costs.epoll_event
    }
}

/// Level-triggered: a client that has more to be read is ready again.
#[inline(always)]
pub fn goes_on(client: u32, world: &mut World) {
    if world.wire.readable(to_server(client)) > 0 {
        world.polls[world.sessions[client as usize].poll as usize].mark(client);
    }
}

/// Installs or removes the handler for EPOLLOUT, as what is left to be written asks for; returns whether that takes an
/// epoll_ctl().
#[inline(always)]
pub fn needs_epoll_ctl(client: u32, world: &mut World) -> bool {
    let c = &mut world.sessions[client as usize];
    let more = c.has_replies();
    if more {
        world.polls[c.poll as usize].mark(client);
    }
    std::mem::replace(&mut c.write_handler, more) != more
}
