/** Names of directives of redis.conf (7.0 to 8.2) and valkey.conf (7.2 to 9.0). */

/** Parts of names by their first word: most directives share few of these. */
const GROUPS: Readonly<Record<string, string>> = {
  acl: 'pubsub-default',
  active:
    'expire-effort defrag-cycle-max defrag-cycle-min defrag-ignore-bytes defrag-max-scan-fields defrag-threshold-lower defrag-threshold-upper',
  aof: 'disable-auto-gc load-truncated load-corrupt-tail-max-size rewrite-incremental-fsync timestamp-enabled use-rdb-preamble',
  auto: 'aof-rewrite-min-size aof-rewrite-percentage',
  client: 'output-buffer-limit query-buffer-limit',
  cluster:
    'allow-pubsubshard-when-down allow-reads-when-down allow-replica-migration announce-bus-port announce-client-ipv4 announce-client-ipv6 announce-client-port announce-client-tls-port announce-human-nodename announce-hostname announce-ip announce-port announce-tls-port config-file compatibility-sample-ratio enabled link-sendbuf-limit migration-barrier node-timeout port preferred-endpoint-type replica-no-failover replica-validity-factor slave-no-failover slave-validity-factor require-full-coverage slot-stats-enabled databases manual-failover-timeout slot-migration-max-failover-repl-bytes slot-migration-log-max-len blacklist-ttl',
  commandlog:
    'execution-slower-than slow-execution-max-len request-larger-than large-request-max-len reply-larger-than large-reply-max-len',
  enable: 'debug-command module-command protected-configs',
  hash: 'max-listpack-entries max-listpack-value max-ziplist-entries max-ziplist-value',
  latency: 'monitor-threshold tracking tracking-info-percentiles',
  lazyfree: 'lazy-eviction lazy-expire lazy-server-del lazy-user-del lazy-user-flush',
  list: 'compress-depth max-listpack-size max-ziplist-size',
  maxmemory: 'clients eviction-tenacity policy samples reserved-scale',
  min: 'replicas-max-lag replicas-to-write slaves-max-lag slaves-to-write io-threads-avoid-copy-reply string-size-avoid-copy-reply string-size-avoid-copy-reply-threaded io-threads-copy-avoid string-size-copy-avoid string-size-copy-avoid-threaded',
  rdma: 'port bind rx-size completion-vector',
  repl: 'backlog-size backlog-ttl disable-tcp-nodelay diskless-load diskless-sync diskless-sync-delay diskless-sync-max-replicas diskless-sync-period ping-replica-period ping-slave-period timeout mptcp',
  replica:
    'announce-ip announce-port announced full-sync-buffer-limit ignore-disk-write-errors ignore-maxmemory lazy-flush priority read-only serve-stale-data',
  slave: 'announce-ip announce-port ignore-maxmemory lazy-flush priority read-only serve-stale-data',
  sentinel:
    'monitor auth-pass auth-user down-after-milliseconds failover-timeout parallel-syncs notification-script client-reconfig-script deny-scripts-reconfig resolve-hostnames announce-hostnames announce-ip announce-port sentinel-user sentinel-pass rename-command',
  shutdown: 'on-sigint on-sigterm timeout',
  slowlog: 'log-slower-than max-len',
  stream: 'node-max-bytes node-max-entries idmp-duration idmp-maxsize',
  syslog: 'enabled facility ident',
  tls: 'auth-clients auth-clients-user ca-cert-dir ca-cert-file cert-file ciphers ciphersuites client-cert-file client-key-file client-key-file-pass cluster dh-params-file key-file key-file-pass port prefer-server-ciphers protocols replication session-cache-size session-cache-timeout session-caching auto-reload-interval',
  vset: 'force-single-threaded-execution',
  zset: 'max-listpack-entries max-listpack-value max-ziplist-entries max-ziplist-value',
};

const SINGLE =
  'aclfile acllog-max-len activedefrag activerehashing always-show-logo aof_rewrite_cpulist aof-rewrite-cpulist appenddirname appendfilename appendfsync appendonly availability-zone bgsave_cpulist bgsave-cpulist bind bind-source-addr bio_cpulist bio-cpulist busy-reply-threshold crash-log-enabled crash-memcheck-enabled daemonize databases dbfilename debug-context dir disable-thp dual-channel-replication-enabled dynamic-hz enable-debug-assert events-per-io-thread extended-redis-compatibility hash-seed hide-user-data-from-log hll-sparse-max-bytes hz ignore-warnings import-mode include io-threads io-threads-always-active io-threads-do-reads jemalloc-bg-thread key-memory-histograms loadmodule locale-collate logfile log-format log-timestamp-format loglevel lookahead lua-enable-deprecated-api lua-time-limit masterauth masteruser maxclients maxmemory max-new-connections-per-cycle max-new-tls-connections-per-cycle mptcp no-appendfsync-on-rewrite notify-keyspace-events oom-score-adj oom-score-adj-values pidfile port prefetch-batch-max-size primaryauth primaryuser proc-title-template propagation-error-behavior protected-mode proto-max-bulk-len rdb-del-sync-files rdb-key-save-delay rdb-save-incremental-fsync rdb-version-check rdbchecksum rdbcompression rename-command replicaof requirepass sanitize-dump-payload save server_cpulist server-cpulist set-max-intset-entries set-max-listpack-entries set-max-listpack-value set-proc-title slaveof socket-mark-id stop-writes-on-bgsave-error supervised tcp-backlog tcp-keepalive timeout tracking-table-max-keys unixsocket unixsocketgroup unixsocketperm user';

/** All names. */
export const DIRECTIVES: ReadonlySet<string> = new Set([
  ...SINGLE.split(' '),
  ...Object.entries(GROUPS).flatMap(([first, rest]) => rest.split(' ').map((part) => `${first}-${part}`)),
  ...['maxmemory', 'sentinel', 'user', 'replicaof'],
]);
