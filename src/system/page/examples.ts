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
    text: lines('redis.internal:6379,abortConnect=false,syncTimeout=1000,connectRetry=3'),
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
