//! Work on keys besides commands, on the main thread: eviction at `maxmemory`, the search for expired keys, and the stream to replicas.
//!
//! Mirrors `performEvictions`, which each command calls first, `activeExpireCycle`, and `replicationFeedSlaves` with the writes to
//! replicas in `beforeSleep`.

use super::replication::{Inbox, Writes};
use crate::actor::exchange::Exchange;
use crate::actor::program::Op;
use crate::actor::step_costs::StepCosts;
use crate::actor::world::World;
use crate::kernel::time::{MS, Nanos, US, from_ms};
use crate::metric::vocabulary::Activity;
use crate::resource::message::{Message, Run};
use crate::scenario::{Expirations, Memory, Scenario};

/// Keys after which eviction looks at the clock.
const KEYS_A_LOOK: u64 = 16;
/// `ACTIVE_EXPIRE_CYCLE_KEYS_PER_LOOP`.
const KEYS_PER_LOOP: f64 = 20.0;
/// `ACTIVE_EXPIRE_CYCLE_ACCEPTABLE_STALE`: a cycle ends when at most this share of what it looks at has expired.
const ACCEPTABLE_STALE: f64 = 0.1;
/// `ACTIVE_EXPIRE_CYCLE_FAST_DURATION`.
const FAST: Nanos = MS;
/// Loops after which a cycle looks at the clock.
const LOOPS_A_LOOK: u32 = 16;
/// `PROTO_REPLY_CHUNK_BYTES`: one write() to a replica; and `PROTO_IOBUF_LEN`: one read() of it.
pub(super) const BLOCK: u64 = 16 * 1024;

/// What a scenario says of keys in memory.
#[derive(Clone, Debug)]
pub struct KeyspaceRules {
    /// Whether a command or a turn has any such work.
    pub is_used: bool,
    /// Whether keys expire.
    pub expires: bool,
    /// Memory that one evicted key frees, B; 0: none is evicted.
    key_bytes: u64,
    /// Time for one evicted key, and time after which eviction lets the command run.
    evicting: Nanos,
    limit: Nanos,
    /// Keys that expire together, how often, and keys that could and do not.
    burst: (f64, Nanos),
    others: f64,
    sample: f64,
    delete: f64,
    replicas: u64,
    /// Into so many buffers the stream is copied: one for all replicas since Redis 7.0.
    copies: u64,
    /// Whether the replicas serve requests.
    pub replicas_serve: bool,
}

impl KeyspaceRules {
    /// From a scenario and what is asked of its server.
    pub fn new(scenario: &Scenario, costs: &StepCosts, exchanges: &[Exchange]) -> Self {
        let server = &scenario.server;
        let stores = exchanges.iter().any(|exchange| exchange.stored_bytes > 0);
        let (key_bytes, samples, tenacity) = match server.memory {
            Memory::Unlimited {} => (0, 0, 0),
            Memory::Full { key_bytes, samples, tenacity } => (u64::from(key_bytes), u64::from(samples), tenacity),
        };
        let (burst, others) = match server.expirations {
            Expirations::None {} => ((0.0, 0), 0.0),
            Expirations::Bursts { keys, every_ms, other_keys } => {
                ((f64::from(keys), from_ms(every_ms).max(1)), f64::from(other_keys))
            }
        };
        let expires = burst.1 > 0;
        let replicas = u64::from(server.replicas);
        KeyspaceRules {
            is_used: expires || stores && (key_bytes > 0 || replicas > 0),
            expires,
            key_bytes,
            evicting: samples * costs.sample_key + costs.delete_key,
            limit: time_limit(tenacity),
            burst,
            others,
            sample: costs.sample_key as f64,
            delete: costs.delete_key as f64,
            replicas,
            copies: if server.version.gathers() { replicas.min(1) } else { replicas },
            replicas_serve: scenario.serving_replicas() > 0,
        }
    }
}

/// `evictionTimeLimitUs`.
fn time_limit(tenacity: u32) -> Nanos {
    match tenacity {
        0..=10 => 50 * u64::from(tenacity) * US,
        11..=99 => (500.0 * 1.15f64.powi(tenacity as i32 - 10)) as Nanos * US,
        _ => Nanos::MAX,
    }
}

/// The keys of one node.
#[derive(Clone, Debug, Default)]
pub struct Keyspace {
    /// Memory above the limit, B.
    over: u64,
    /// Memory below it that the last eviction has freed beyond what was needed, B.
    room: u64,
    /// Bytes for the replicas that have not been written.
    stream: u64,
    /// Writes of this turn, for replicas that serve requests.
    pub(super) written: Writes,
    /// Of a replica: what it has been sent.
    pub inbox: Inbox,
    /// Whether it is one. Its primary tells it what has expired.
    pub is_replica: bool,
    /// Keys that have expired and have not been found, and when the next ones expire.
    stale: f64,
    bursts: u64,
    /// Whether the last cycle ended with more than is acceptable, and when the last fast one began.
    has_more: bool,
    last_fast: Option<Nanos>,
}

impl Keyspace {
    /// The keys of a primary, or of a replica.
    pub fn of_node(is_replica: bool) -> Self {
        Keyspace { is_replica, ..Keyspace::default() }
    }

    /// `performEvictions`: the time that it takes.
    fn evict(&mut self, rules: &KeyspaceRules) -> Nanos {
        if self.over == 0 || rules.key_bytes == 0 {
            return 0;
        }
        let needed = self.over.div_ceil(rules.key_bytes);
        let at_once = (KEYS_A_LOOK * rules.evicting).max(1);
        let most = (rules.limit / at_once).saturating_add(1).saturating_mul(KEYS_A_LOOK);
        let keys = needed.min(most);
        let freed = keys * rules.key_bytes;
        self.room += freed.saturating_sub(self.over);
        self.over = self.over.saturating_sub(freed);
        keys * rules.evicting
    }

    /// A command has added so many bytes.
    fn add(&mut self, bytes: u64) {
        let fits = bytes.min(self.room);
        self.room -= fits;
        self.over += bytes - fits;
    }

    /// `activeExpireCycle`: the time that it takes, `limit` or a little more.
    fn expire(&mut self, now: Nanos, limit: Nanos, rules: &KeyspaceRules) -> Nanos {
        let bursts = now / rules.burst.1;
        self.stale += (bursts - self.bursts) as f64 * rules.burst.0;
        self.bursts = bursts;
        let (mut time, mut loops) = (0.0, 0);
        self.has_more = false;
        loop {
            let all = self.stale + rules.others;
            if all < 1.0 {
                break;
            }
            let (share, looked) = (self.stale / all, all.min(KEYS_PER_LOOP));
            let found = looked * share;
            time += looked * rules.sample + found * rules.delete;
            self.stale -= found;
            loops += 1;
            if share <= ACCEPTABLE_STALE {
                break;
            }
            if loops % LOOPS_A_LOOK == 0 && time > limit as f64 {
                self.has_more = true;
                break;
            }
        }
        time as Nanos
    }

    /// The slow cycle, which `serverCron` runs for at most a quarter of its period.
    pub fn expire_slowly(&mut self, now: Nanos, period: Nanos, rules: &KeyspaceRules) -> Nanos {
        if rules.expires && !self.is_replica { self.expire(now, period / 4, rules) } else { 0 }
    }

    /// The fast cycle of a turn: only after one that could not finish, and not again for twice its time.
    fn expire_fast(&mut self, now: Nanos, rules: &KeyspaceRules) -> Nanos {
        if !self.has_more || self.last_fast.is_some_and(|last| now < last + 2 * FAST) {
            return 0;
        }
        self.last_fast = Some(now);
        self.expire(now, FAST, rules)
    }
}

impl World {
    /// What a run of commands that take `work` takes for the keys that it adds: it evicts others before, and copies itself for the replicas.
    #[cold]
    #[inline(never)]
    pub(super) fn keep(&mut self, node: usize, run: &Run, work: Nanos) -> Nanos {
        let World { plan, requests, keyspaces, .. } = self;
        let exchange = plan.exchange(requests.get(run.request));
        let (commands, keys) = match run.message {
            Message::Command => (u64::from(run.count), 1),
            Message::MultiKey => (1, u64::from(exchange.keys)),
            Message::Exec => (u64::from(exchange.keys), 1),
            _ => return 0,
        };
        let (rules, keyspace) = (&plan.keyspace, &mut keyspaces[node]);
        let stored = keys * u64::from(exchange.stored_bytes);
        let mut time = 0;
        if rules.key_bytes > 0 {
            for _ in 0..commands {
                time += keyspace.evict(rules);
                keyspace.add(stored);
            }
        }
        if stored > 0 && rules.copies > 0 {
            let bytes = keys * u64::from(exchange.request_bytes);
            keyspace.stream += commands * bytes;
            time += commands * rules.copies * plan.costs.replicate.of(bytes);
            if rules.replicas_serve {
                keyspace.written.begin(commands, commands * bytes, work);
            }
        }
        time
    }

    /// What a turn has to do for its keys before it answers: `None` when nothing, or nothing more.
    #[cold]
    #[inline(never)]
    pub(super) fn keyspace_work(&mut self, node: usize) -> Option<Op> {
        let World { plan, keyspaces, now, .. } = self;
        if keyspaces[node].is_replica {
            return self.follow_primary(node);
        }
        let (rules, keyspace) = (&plan.keyspace, &mut keyspaces[node]);
        let expiring = if rules.expires { keyspace.expire_fast(*now, rules) } else { 0 };
        if expiring > 0 {
            return Some(Op::user(Activity::Cron, expiring));
        }
        let bytes = std::mem::take(&mut keyspace.stream);
        if bytes == 0 {
            if rules.replicas_serve {
                self.send_to_replicas(node);
            }
            return None;
        }
        let (whole, rest) = (bytes / BLOCK, bytes % BLOCK);
        let write = &plan.costs.write;
        let last = if rest > 0 { write.of(rest) } else { 0 };
        Some(Op::kernel(Activity::Write, rules.replicas * (whole * write.of(BLOCK) + last)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> KeyspaceRules {
        KeyspaceRules {
            is_used: true,
            expires: true,
            key_bytes: 100,
            evicting: 1000,
            limit: 500 * US,
            burst: (1000.0, 100 * MS),
            others: 0.0,
            sample: 100.0,
            delete: 900.0,
            replicas: 0,
            copies: 0,
            replicas_serve: false,
        }
    }

    #[test]
    fn a_key_makes_room_by_evicting_as_many_as_it_needs() {
        let mut keyspace = Keyspace::default();
        keyspace.add(250);
        // Three keys of 100 bytes; 50 bytes are left for the next one.
        assert_eq!(keyspace.evict(&rules()), 3000);
        keyspace.add(50);
        assert_eq!(keyspace.evict(&rules()), 0);
        keyspace.add(1);
        assert_eq!(keyspace.evict(&rules()), 1000);
    }

    /// 500 µs are 500 keys: after 512 of them the clock says so, and the command runs. The next one goes on.
    #[test]
    fn eviction_lets_the_command_run_when_its_time_is_over() {
        let mut keyspace = Keyspace::default();
        keyspace.add(100_000);
        assert_eq!([keyspace.evict(&rules()), keyspace.evict(&rules())], [512_000, 488_000]);
        assert_eq!([0, 10, 11, 100].map(time_limit), [0, 500 * US, 575 * US, Nanos::MAX]);
    }

    /// A thousand keys expire together, and nothing else can: 20 a loop, 1 µs each.
    #[test]
    fn a_slow_cycle_takes_a_quarter_of_the_period_and_the_fast_ones_go_on() {
        let mut keyspace = Keyspace::default();
        assert_eq!(keyspace.expire_slowly(99 * MS, 100 * MS, &rules()), 0);
        assert_eq!(keyspace.expire_slowly(100 * MS, 100 * MS, &rules()), 1000 * US);
        let many = KeyspaceRules { burst: (100_000.0, 100 * MS), ..rules() };
        // 25 ms are 1250 loops; the clock is looked at after 1264.
        let mut keyspace = Keyspace::default();
        assert_eq!(keyspace.expire_slowly(100 * MS, 100 * MS, &many), 25_280 * US);
        // Fast: 1 ms are 50 loops, so 64. Again after 2 ms.
        assert_eq!([100, 101, 102].map(|ms| keyspace.expire_fast(ms * MS, &many)), [1280 * US, 0, 1280 * US]);
    }

    /// Of ten keys that could expire one has: a cycle looks at twenty and ends.
    #[test]
    fn a_cycle_ends_when_a_tenth_has_expired() {
        let rules = KeyspaceRules { burst: (100.0, 100 * MS), others: 900.0, ..rules() };
        assert_eq!(Keyspace::default().expire_slowly(100 * MS, 100 * MS, &rules), 20 * 100 + 2 * 900);
    }
}
