/** Examples of what people paste: invented systems in the notation of each library. */

export interface Example {
  /** Proper name of the library. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

export const EXAMPLES: readonly Example[] = [
  {
    name: 'Spring Boot + Jedis',
    file: 'application.yml',
    text: lines(
      'spring:',
      '  data:',
      '    redis:',
      '      host: redis.internal',
      '      client-type: jedis',
      '      timeout: 500ms',
      '      jedis:',
      '        pool:',
      '          max-active: 64',
      '          max-idle: 8',
      '          max-wait: -1ms',
    ),
  },
  {
    name: 'Spring Boot + Lettuce',
    file: 'application.yml',
    text: lines(
      'spring:',
      '  data:',
      '    redis:',
      '      host: redis.internal',
      '      lettuce:',
      '        pool:',
      '          enabled: true',
      '          max-active: 25',
      '          min-idle: 10',
    ),
  },
  {
    name: 'Jedis',
    file: 'RedisConfig.java',
    text: lines(
      'JedisPoolConfig config = new JedisPoolConfig();',
      'config.setMaxTotal(8);',
      'config.setTestOnBorrow(true);',
      'JedisPool pool = new JedisPool(config, "redis.internal", 6379, 2000);',
    ),
  },
  {
    name: 'go-redis',
    file: 'redis.go',
    text: lines(
      'rdb := redis.NewClient(&redis.Options{',
      '    Addr:         "redis.internal:6379",',
      '    PoolSize:     10,',
      '    MinIdleConns: 2,',
      '    ReadTimeout:  100 * time.Millisecond,',
      '    MaxRetries:   3,',
      '})',
    ),
  },
  {
    name: 'Redisson',
    file: 'redisson.yml',
    text: lines(
      'singleServerConfig:',
      '  address: "redis://redis.internal:6379"',
      '  connectionPoolSize: 64',
      '  connectionMinimumIdleSize: 24',
      '  timeout: 3000',
      '  retryAttempts: 4',
    ),
  },
  {
    name: 'StackExchange.Redis',
    file: 'connection string',
    text: lines('redis.internal:6379,abortConnect=false,syncTimeout=30000,connectRetry=3'),
  },
  {
    name: 'Lettuce',
    file: 'RedisConfig.java',
    text: lines(
      'ClientResources resources = DefaultClientResources.builder().ioThreadPoolSize(4).build();',
      'RedisURI uri = RedisURI.create("redis.internal", 6379);',
      'uri.setTimeout(Duration.ofSeconds(30));',
      'RedisClient client = RedisClient.create(resources, uri);',
      'client.setOptions(ClientOptions.builder().autoReconnect(true).requestQueueSize(1000).build());',
    ),
  },
  {
    name: 'redigo',
    file: 'redis.go',
    text: lines(
      'pool := &redis.Pool{',
      '    MaxActive:   100,',
      '    MaxIdle:     3,',
      '    Wait:        true,',
      '    IdleTimeout: 240 * time.Second,',
      '}',
    ),
  },
  {
    name: 'rueidis',
    file: 'redis.go',
    text: lines(
      'client, err := rueidis.NewClient(rueidis.ClientOption{',
      '    InitAddress:       []string{"redis.internal:6379"},',
      '    MaxFlushDelay:     20 * time.Microsecond,',
      '    PipelineMultiplex: 1,',
      '})',
    ),
  },
  {
    name: 'ioredis',
    file: 'redis.ts',
    text: lines(
      'const redis = new Redis({',
      "  host: 'redis.internal',",
      '  enableAutoPipelining: true,',
      '  commandTimeout: 60000,',
      '  maxRetriesPerRequest: 3,',
      '});',
    ),
  },
  {
    name: 'node-redis',
    file: 'redis.ts',
    text: lines(
      'const pool = createClientPool(',
      "  { url: 'redis://redis.internal:6379', socket: { socketTimeout: 2000 } },",
      '  { minimum: 1, maximum: 8, acquireTimeout: 3000 },',
      ');',
    ),
  },
  {
    name: 'redis-py',
    file: 'cache.py',
    text: lines(
      'pool = redis.BlockingConnectionPool(',
      "    host='redis.internal',",
      '    max_connections=20,',
      '    timeout=5,',
      '    socket_timeout=0.5,',
      ')',
      'client = redis.Redis(connection_pool=pool)',
    ),
  },
  {
    name: 'valkey-glide',
    file: 'cache.py',
    text: lines(
      'config = GlideClientConfiguration(',
      '    addresses=[NodeAddress("redis.internal", 6379)],',
      '    request_timeout=30000,',
      '    inflight_requests_limit=1000,',
      ')',
      'client = await GlideClient.create(config)',
    ),
  },
  {
    name: 'INFO',
    file: 'info.txt',
    text: lines(
      '# Server',
      'redis_version:7.2.4',
      'uptime_in_seconds:90000',
      'io_threads_active:0',
      '# Clients',
      'connected_clients:412',
      'maxclients:10000',
      '# Stats',
      'total_connections_received:1800000',
      'total_commands_processed:90000000',
      'instantaneous_ops_per_sec:24000',
      'rejected_connections:0',
      'latest_fork_usec:98000',
      '# Commandstats',
      'cmdstat_get:calls=60000000,usec=90000000,usec_per_call=1.50',
      'cmdstat_hgetall:calls=400000,usec=3200000000,usec_per_call=8000.00',
    ),
  },
];
