//! How a connection pool behaves: the scenario's settings, prepared.

use crate::kernel::time::{MS, Nanos, limit_from_ms};
use crate::scenario::{CheckOnGet, Client, Connections, Handoff, IdleOrder};

/// How the pool behaves: the scenario's settings, prepared.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolRules {
    /// Most connections at a time.
    pub max_total: u32,
    /// Who gets a returned connection.
    pub handoff: Handoff,
    /// Which idle connection is lent next.
    pub order: IdleOrder,
    /// Connections that may be idle.
    pub max_idle: usize,
    /// Idle connections that the evictor keeps up.
    pub min_idle: usize,
    /// Idle connections at the start.
    pub first_idle: u32,
    /// Whether a borrower tests its connection.
    pub test_on_borrow: bool,
    /// Whether a returner does.
    pub test_on_return: bool,
    /// Whether whoever opens one does.
    pub test_on_create: bool,
    /// Whether the evictor does.
    pub test_while_idle: bool,
    /// Time between two runs of the evictor; 0 when there is none.
    pub evict_every: Nanos,
    /// Connections that the evictor looks at in a run, or the part of those that are idle.
    pub tests_per_run: i32,
    /// Idle time after which the evictor closes a connection; and while more than `min_idle` are idle.
    pub min_evictable_idle: Nanos,
    /// See above.
    pub soft_min_evictable_idle: Nanos,
    /// Whether a borrower that finds nothing waits.
    pub blocks: bool,
    /// Longest wait of a borrower; 0 is for ever.
    pub max_wait: Nanos,
    /// Whether a borrower looks whether its connection is still open.
    pub peek: bool,
    /// Idle time after which borrowers close a connection; 0 is never.
    pub idle_timeout: Nanos,
    /// Age at which they do; 0 is never.
    pub max_lifetime: Nanos,
    /// How much earlier or later that may be.
    pub max_lifetime_jitter: Nanos,
    /// Whether goroutines of its own keep up `min_idle`.
    pub fills: bool,
    /// Whether a borrower wraps its connection in a proxy.
    pub wrap: bool,
    /// Whether it is redigo's: of Go's pools the one that has nothing of what go-redis adds.
    pub is_redigo: bool,
}

impl PoolRules {
    /// The rules of a scenario; those of an empty pool when nothing is borrowed.
    #[inline(never)]
    pub fn new(client: &Client) -> Self {
        let Connections::Pooled {
            max_total,
            handoff,
            order,
            warm,
            max_idle,
            min_idle,
            test_on_borrow,
            test_on_return,
            test_on_create,
            test_while_idle,
            time_between_eviction_runs_ms,
            num_tests_per_eviction_run,
            min_evictable_idle_ms,
            soft_min_evictable_idle_ms,
            block_when_exhausted,
            max_wait_ms,
            check_on_get,
            idle_timeout_ms,
            max_lifetime_ms,
            max_lifetime_jitter_ms,
            fill_in_background,
            wrap,
        } = client.connections
        else {
            return PoolRules::default();
        };
        let most_idle = max_idle.min(max_total);
        PoolRules {
            max_total,
            handoff,
            order,
            max_idle: max_idle as usize,
            min_idle: min_idle.min(most_idle) as usize,
            first_idle: if warm { most_idle } else { min_idle.min(most_idle) },
            test_on_borrow,
            test_on_return,
            test_on_create,
            test_while_idle,
            evict_every: limit_from_ms(time_between_eviction_runs_ms),
            tests_per_run: num_tests_per_eviction_run,
            min_evictable_idle: (min_evictable_idle_ms * MS as f64) as Nanos,
            soft_min_evictable_idle: match limit_from_ms(soft_min_evictable_idle_ms) {
                0 => Nanos::MAX,
                limit => limit,
            },
            blocks: block_when_exhausted,
            max_wait: limit_from_ms(max_wait_ms),
            peek: check_on_get == CheckOnGet::Peek,
            idle_timeout: limit_from_ms(idle_timeout_ms),
            max_lifetime: limit_from_ms(max_lifetime_ms),
            max_lifetime_jitter: limit_from_ms(max_lifetime_jitter_ms.min(max_lifetime_ms)),
            fills: fill_in_background,
            wrap,
            is_redigo: client.runtime.gomaxprocs() > 0
                && (handoff, order, check_on_get) == (Handoff::Fifo, IdleOrder::Lifo, CheckOnGet::None)
                && !fill_in_background,
        }
    }
}
