//! How callers and connections meet: a pool, shared connections, or one for each request.

use crate::json::FromJson;
use serde::Serialize;

/// How callers use connections.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Connections {
    /// A caller borrows a connection for exclusive use and returns it (commons-pool2).
    Pooled {
        /// Maximum number of connections in the pool.
        #[serde(default = "default_max_total")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: GenericObjectPoolConfig.DEFAULT_MAX_TOTAL; redigo's MaxActive is 0 (no limit); go-redis' PoolSize is 10 per processor")))]
        max_total: u32,
        /// Which caller gets a returned connection when several are waiting.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_FAIRNESS is false; Go's channels are FIFO")))]
        handoff: Handoff,
        /// Which idle connection is borrowed next.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: LIFO by default (BaseObjectPoolConfig.DEFAULT_LIFO is true). redigo and go-redis too (PoolFIFO is false)")))]
        order: IdleOrder,
        /// Whether all connections are open when the run starts. Otherwise they are opened on demand.
        #[serde(default = "default_warm")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: all connections are open at the start, so a short warm-up does not include opening them. By default, commons-pool2, redigo and go-redis open them later")))]
        warm: bool,
        /// Maximum number of idle connections. A connection that is returned above this limit is closed.
        #[serde(default = "default_max_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: no limit in practice, so no idle connection is closed on return. Defaults: commons-pool2 8, like maxTotal (GenericObjectPoolConfig); redigo 0, which closes every returned connection; go-redis no limit")))]
        max_idle: u32,
        /// Minimum number of idle connections, which the evictor maintains. A pool that is not warm starts with this
        /// many.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 10000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: no minimum, as in commons-pool2 (GenericObjectPoolConfig.DEFAULT_MIN_IDLE) and go-redis (MinIdleConns)")))]
        min_idle: u32,
        /// Whether a borrower first tests its connection with a PING.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_TEST_ON_BORROW is false; redigo: TestOnBorrow is not set")))]
        test_on_borrow: bool,
        /// Whether a connection is tested with a PING before it is returned.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_TEST_ON_RETURN is false")))]
        test_on_return: bool,
        /// Whether a new connection is tested with a PING before its first use.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_TEST_ON_CREATE is false")))]
        test_on_create: bool,
        /// Whether the evictor tests idle connections with a PING, one after another.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_TEST_WHILE_IDLE is false. JedisPoolConfig sets it to true, but no evictor runs here by default")))]
        test_while_idle: bool,
        /// Time between two runs of the evictor, a thread that maintains idle connections. 0: no evictor.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: timeBetweenEvictionRuns is negative (no evictor). JedisPoolConfig: 30 s, longer than a run of half a second")))]
        time_between_eviction_runs_ms: f64,
        /// Connections that the evictor checks per run. A negative value means a share of the idle connections: −1 all
        /// (Jedis), −2 half. The default of commons-pool2 is 3.
        #[serde(default = "default_tests_per_run")]
        #[cfg_attr(feature = "schema", schemars(range(min = -100, max = 10000)))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: JedisPoolConfig: all idle connections. The default of commons-pool2 is 3, but an evictor is mostly used with Jedis")))]
        num_tests_per_eviction_run: i32,
        /// Idle time after which the evictor closes a connection.
        #[serde(default = "default_min_evictable_idle")]
        #[cfg_attr(feature = "schema", schemars(range(min = 0.001, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_MIN_EVICTABLE_IDLE_DURATION is 30 min; JedisPoolConfig: 60 s")))]
        min_evictable_idle_ms: f64,
        /// Idle time after which the evictor closes a connection if more than minIdle connections are idle. 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: softMinEvictableIdleDuration is negative (never), which is 0 here")))]
        soft_min_evictable_idle_ms: f64,
        /// Whether a caller waits if no connection is available. Otherwise its request fails immediately ("Pool
        /// exhausted").
        #[serde(default = "default_block")]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: BaseObjectPoolConfig.DEFAULT_BLOCK_WHEN_EXHAUSTED is true; redigo's Wait is false")))]
        block_when_exhausted: bool,
        /// Maximum wait for a connection. After this time, the request fails. 0: no limit.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2: maxWait is negative (no limit), which is 0 here; go-redis' PoolTimeout is 1 s more than its ReadTimeout")))]
        max_wait_ms: f64,
        /// Whether a borrower first checks the socket of its connection.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2, redigo and go-redis 8 do not check; go-redis 9 peeks (connCheck)")))]
        check_on_get: CheckOnGet,
        /// Idle time after which the next borrower closes a connection before taking another (redigo's IdleTimeout;
        /// go-redis' ConnMaxIdleTime: 30 min). 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redigo: IdleTimeout is 0 (never). In go-redis it is 5 min (version 8) or 30 min (version 9), longer than any run")))]
        idle_timeout_ms: f64,
        /// Age at which a borrower closes a connection and takes another (redigo's MaxConnLifetime; go-redis'
        /// MaxConnAge, ConnMaxLifetime). 0: never.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: redigo: MaxConnLifetime is 0 (never); so are MaxConnAge and ConnMaxLifetime of go-redis")))]
        max_lifetime_ms: f64,
        /// Maximum random deviation of each connection's age limit from `maxLifetimeMs`, in either direction (go-redis'
        /// ConnMaxLifetimeJitter). It is at most `maxLifetimeMs`.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 3600000), extend("x-unit" = "ms", "x-scale" = "log", "x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: go-redis: ConnMaxLifetimeJitter is 0; redigo has none")))]
        max_lifetime_jitter_ms: f64,
        /// Whether the pool opens connections in the background as soon as fewer than minIdle are idle (go-redis'
        /// MinIdleConns). Otherwise only the evictor opens them.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-needs" = {"client.runtime.kind": ["goroutines"]})))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: commons-pool2 and redigo open connections only on demand; go-redis opens idle ones in the background if MinIdleConns is set")))]
        fill_in_background: bool,
        /// Whether a borrower gets the connection wrapped in a proxy (Lettuce's ConnectionPoolSupport).
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: Jedis and Go have no proxies; Lettuce's ConnectionPoolSupport wraps by default")))]
        wrap: bool,
    },
    /// All callers use the same connections concurrently. Replies are matched in order (Lettuce).
    Shared {
        /// Number of shared connections.
        #[serde(default = "default_shared")]
        #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10000), extend("x-scale" = "log")))]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "published: one connection in Lettuce (StatefulRedisConnection), ioredis and node-redis. rueidis has 4 (PipelineMultiplex 2), which its presets set")))]
        count: u32,
        /// Which shared connection a request uses.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(extend("x-source" = "definition: each request uses a connection at random")))]
        pick: Pick,
    },
    /// Every request opens a connection, uses it and closes it.
    PerRequest {},
}

/// Which caller gets a returned connection when several are waiting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Handoff {
    /// The first caller that requests the connection: a running caller can overtake the woken caller (commons-pool2's
    /// default).
    #[default]
    Barging,
    /// Always the longest-waiting caller (Go channels; commons-pool2 with fairness).
    Fifo,
}

/// Whether a borrower first checks the socket of its connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckOnGet {
    /// No check.
    #[default]
    None,
    /// A peek at the socket finds out whether it has been closed: one system call, no round trip (go-redis 9).
    Peek,
}

/// Which idle connection is borrowed next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum IdleOrder {
    /// The most recently returned connection (commons-pool2's default).
    #[default]
    Lifo,
    /// The connection that has been idle longest.
    Fifo,
}

/// Which shared connection a request uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Pick {
    /// A random connection.
    #[default]
    Random,
    /// Each connection in turn.
    RoundRobin,
}

fn default_max_total() -> u32 {
    8
}
fn default_warm() -> bool {
    true
}
fn default_max_idle() -> u32 {
    10_000
}
fn default_tests_per_run() -> i32 {
    -1
}
fn default_min_evictable_idle() -> f64 {
    1_800_000.0
}
fn default_block() -> bool {
    true
}
fn default_shared() -> u32 {
    1
}

impl Default for Connections {
    fn default() -> Self {
        Connections::pool(default_max_total())
    }
}

impl Connections {
    /// Most connections to a node, of so many callers.
    pub fn per_node(&self, callers: u32) -> u32 {
        match *self {
            Connections::Pooled { max_total: most, .. } | Connections::Shared { count: most, .. } => most,
            Connections::PerRequest {} => callers,
        }
    }

    /// A pool as it is without further settings.
    pub fn pool(max_total: u32) -> Self {
        Connections::Pooled {
            max_total,
            handoff: Handoff::Barging,
            order: IdleOrder::Lifo,
            warm: default_warm(),
            max_idle: default_max_idle(),
            min_idle: 0,
            test_on_borrow: false,
            test_on_return: false,
            test_on_create: false,
            test_while_idle: false,
            time_between_eviction_runs_ms: 0.0,
            num_tests_per_eviction_run: default_tests_per_run(),
            min_evictable_idle_ms: default_min_evictable_idle(),
            soft_min_evictable_idle_ms: 0.0,
            block_when_exhausted: default_block(),
            max_wait_ms: 0.0,
            check_on_get: CheckOnGet::None,
            idle_timeout_ms: 0.0,
            max_lifetime_ms: 0.0,
            max_lifetime_jitter_ms: 0.0,
            fill_in_background: false,
            wrap: false,
        }
    }
}
