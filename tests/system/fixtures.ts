/** Configurations as people write them, with what they must give. */
import type { Json } from '../../src/model/scenario/patch.ts';
import type { FindingId } from '../../src/system/diagnosis/ids.ts';

interface Fixture {
  readonly name: string;
  readonly text: string;
  readonly kind: string | null;
  readonly library?: string;
  /** Values of the scenario. */
  readonly scenario?: Readonly<Record<string, Json>>;
  readonly findings?: readonly FindingId[];
  readonly unused?: readonly string[];
}

const POOL = 'client.connections';

export const FIXTURES: readonly Fixture[] = [
  {
    name: 'Spring Boot 3 with Jedis, nested YAML',
    text: 'spring:\n  data:\n    redis:\n      host: cache\n      timeout: 2s\n      jedis:\n        pool:\n          max-active: 64\n          max-wait: 500ms\n',
    kind: 'springYaml',
    library: 'springJedis',
    scenario: {
      [`${POOL}.maxTotal`]: 64,
      [`${POOL}.maxWaitMs`]: 500,
      'client.io.replyTimeoutMs': 2000,
      [`${POOL}.maxIdle`]: 8,
    },
    findings: ['maxIdleBelowSize', 'waitBelowReplyTimeout'],
  },
  {
    name: 'Spring Boot 2.7 with Lettuce, properties',
    text: 'spring.redis.lettuce.pool.max-active=25\nspring.redis.lettuce.pool.max-idle=25\nspring.redis.lettuce.pool.min-idle=10\n',
    kind: 'springProperties',
    library: 'springLettuce',
    scenario: { [`${POOL}.kind`]: 'shared' },
    findings: ['poolNeverUsed', 'timeoutLong'],
  },
  {
    name: 'Spring Boot with dotted keys in YAML',
    text: 'spring.data.redis.jedis.pool.max-active: 16\nspring.data.redis.jedis.pool.max-idle: 16\n',
    kind: 'springYaml',
    library: 'springJedis',
    scenario: { [`${POOL}.maxTotal`]: 16, [`${POOL}.maxIdle`]: 16 },
  },
  {
    name: 'Spring Boot with camel case keys and client-type',
    text: 'spring:\n  redis:\n    clientType: jedis\n    timeout: 3000\n',
    kind: 'springYaml',
    library: 'springJedis',
    scenario: { 'client.io.replyTimeoutMs': 3000 },
  },
  {
    name: 'Spring Boot with profiles: the last one counts',
    text: 'spring:\n  data:\n    redis:\n      jedis:\n        pool:\n          max-active: 8\n---\nspring:\n  config:\n    activate:\n      on-profile: prod\n  data:\n    redis:\n      jedis:\n        pool:\n          max-active: 128\n          max-idle: 128\n',
    kind: 'springYaml',
    library: 'springJedis',
    scenario: { [`${POOL}.maxTotal`]: 128 },
  },
  {
    name: 'Spring Boot with an unknown key',
    text: 'spring.data.redis.jedis.pool.max-actve=64\nspring.data.redis.jedis.pool.max-idle=8\n',
    kind: 'springProperties',
    library: 'springJedis',
    unused: ['spring.data.redis.jedis.pool.max-actve'],
  },
  {
    name: 'Jedis with setters',
    text: 'JedisPoolConfig config = new JedisPoolConfig();\nconfig.setMaxIdle(30);\nconfig.setMaxTotal(50);\nconfig.setMinIdle(20);\nconfig.setMaxWaitMillis(100);\nconfig.setTestOnBorrow(true);\n',
    kind: 'snippet',
    library: 'jedis',
    scenario: { [`${POOL}.maxTotal`]: 50, [`${POOL}.maxWaitMs`]: 100, [`${POOL}.testOnBorrow`]: true },
    findings: ['testOnBorrow', 'maxIdleBelowSize'],
  },
  {
    name: 'Jedis with durations',
    text: 'ConnectionPoolConfig poolConfig = new ConnectionPoolConfig();\npoolConfig.setMaxTotal(8);\npoolConfig.setMaxWait(Duration.ofSeconds(1));\nDefaultJedisClientConfig.builder().socketTimeoutMillis(500).build();\n',
    kind: 'snippet',
    library: 'jedis',
    scenario: {
      [`${POOL}.maxWaitMs`]: 1000,
      'client.io.replyTimeoutMs': 500,
      [`${POOL}.timeBetweenEvictionRunsMs`]: 30_000,
    },
    findings: ['poolBelowCallers'],
  },
  {
    name: 'Lettuce with a timeout',
    text: 'RedisURI uri = RedisURI.builder().withHost("cache").withTimeout(Duration.ofSeconds(5)).build();\n',
    kind: 'snippet',
    library: 'lettuce',
    scenario: { 'client.io.replyTimeoutMs': 5000, [`${POOL}.kind`]: 'shared' },
  },
  {
    name: 'go-redis with a struct',
    text: 'rdb := redis.NewClient(&redis.Options{\n\tAddr: "localhost:6379",\n\tPoolSize: 10,\n\tMinIdleConns: 2,\n\tReadTimeout: 500 * time.Millisecond,\n\tMaxRetries: 5,\n})\n',
    kind: 'snippet',
    library: 'goRedis',
    scenario: {
      [`${POOL}.maxTotal`]: 10,
      [`${POOL}.minIdle`]: 2,
      'client.io.replyTimeoutMs': 500,
      'client.retry.maxRetries': 5,
      'client.runtime.kind': 'goroutines',
    },
    findings: ['poolBelowCallers', 'retriesMultiply'],
  },
  {
    name: 'go-redis with its default pool: ten connections a core',
    text: 'rdb := redis.NewClient(&redis.Options{Addr: "localhost:6379"})\n',
    kind: 'snippet',
    library: 'goRedis',
    scenario: { [`${POOL}.maxTotal`]: 40, [`${POOL}.maxWaitMs`]: 6000 },
  },
  {
    name: 'go-redis with a URL',
    text: 'redis://cache:6379/0?pool_size=64&read_timeout=300ms&max_retries=1',
    kind: 'goRedisUrl',
    library: 'goRedis',
    scenario: { [`${POOL}.maxTotal`]: 64, 'client.io.replyTimeoutMs': 300, 'client.retry.maxRetries': 1 },
  },
  {
    name: 'redigo',
    text: 'pool := &redis.Pool{\n\tMaxIdle: 3,\n\tMaxActive: 100,\n\tIdleTimeout: 240 * time.Second,\n\tWait: true,\n}\n',
    kind: 'snippet',
    library: 'redigo',
    scenario: {
      [`${POOL}.maxTotal`]: 100,
      [`${POOL}.maxIdle`]: 3,
      [`${POOL}.idleTimeoutMs`]: 240_000,
      [`${POOL}.blockWhenExhausted`]: true,
    },
    findings: ['maxIdleBelowSize'],
  },
  {
    name: 'rueidis with a flush delay',
    text: 'client, err := rueidis.NewClient(rueidis.ClientOption{\n\tInitAddress: []string{"cache:6379"},\n\tMaxFlushDelay: 20 * time.Microsecond,\n})\n',
    kind: 'snippet',
    library: 'rueidis',
    scenario: { 'client.io.flushDelayUs': 20 },
    findings: ['flushDelayInGo'],
  },
  {
    name: 'ioredis',
    text: "import Redis from 'ioredis';\nconst redis = new Redis({ host: 'cache', maxRetriesPerRequest: 1 });\n",
    kind: 'snippet',
    library: 'ioredis',
    scenario: { 'client.runtime.kind': 'eventLoop', 'client.io.flush.kind': 'everyCommand' },
    findings: ['defaultTimeoutIoredis'],
  },
  {
    name: 'ioredis with a command timeout',
    text: "const redis = new Redis({ host: 'cache', commandTimeout: 250 });\n",
    kind: 'snippet',
    library: 'ioredis',
    scenario: { 'client.io.replyTimeoutMs': 250 },
  },
  {
    name: 'node-redis',
    text: "const client = createClient({ url: 'redis://cache', socket: { connectTimeout: 2000 }, commandsQueueMaxLength: 500 });\n",
    kind: 'snippet',
    library: 'nodeRedis',
    scenario: { 'client.io.flush.kind': 'drained', 'client.io.requestQueueSize': 500 },
  },
  {
    name: 'redis-py',
    text: 'pool = redis.ConnectionPool(host="cache", max_connections=20, socket_timeout=0.5)\n',
    kind: 'snippet',
    library: 'redisPy',
    scenario: {
      [`${POOL}.maxTotal`]: 20,
      'client.io.replyTimeoutMs': 500,
      [`${POOL}.blockWhenExhausted`]: false,
    },
    findings: ['poolBelowCallers'],
  },
  {
    name: 'StackExchange.Redis with a connection string',
    text: 'cache1:6379,cache2:6379,syncTimeout=800,abortConnect=false,ssl=true',
    kind: 'stackExchangeString',
    library: 'stackExchange',
    scenario: { 'client.io.replyTimeoutMs': 800 },
  },
  {
    name: 'Redisson',
    text: 'singleServerConfig:\n  address: "redis://cache:6379"\n  connectionPoolSize: 32\n  timeout: 1000\n  retryAttempts: 2\nthreads: 16\nnettyThreads: 8\n',
    kind: 'redissonYaml',
    library: 'redisson',
    scenario: {
      [`${POOL}.count`]: 32,
      'client.io.replyTimeoutMs': 1000,
      'client.io.loops': 8,
      'client.retry.maxRetries': 2,
    },
    findings: ['defaultIdleRedisson', 'retriesMultiply'],
  },
  {
    name: 'valkey-glide',
    text: 'config = GlideClientConfiguration(addresses, request_timeout=1000)\n',
    kind: 'snippet',
    library: 'valkeyGlide',
    scenario: { 'client.io.replyTimeoutMs': 1000, 'client.io.loops': 1 },
  },
  {
    name: 'redis.conf',
    text: '# production\nport 6379\nmaxclients 4000\nio-threads 4\nappendonly yes\nappendfsync everysec\nhz 10\n',
    kind: 'redisConf',
    scenario: { 'server.ioThreads.threads': 4, 'server.appendOnly.kind': 'everysec' },
  },
  { name: 'broken YAML', text: 'spring:\n  redis:\n   - a\n  b: [1, 2\n', kind: null },
  { name: 'prose', text: 'Our Redis is slow since Tuesday, please help.', kind: null },
  { name: 'nothing', text: '', kind: null },
];
