/** What the people who asked the public questions could have pasted, with what they said of their load. */
import type { FindingId } from '../../src/system/diagnosis/ids.ts';
import type { Answers } from '../../src/system/system.ts';

interface PublicText {
  readonly url: string;
  readonly texts: readonly string[];
  readonly answers?: Answers;
  readonly cause: FindingId;
}

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

/** INFO of an hour. */
const info = (...rows: readonly string[]): string =>
  lines(
    '# Server',
    'redis_version:7.2.4',
    'uptime_in_seconds:3600',
    '# Stats',
    'total_commands_processed:108000000',
    ...rows,
  );

export const PUBLIC_TEXTS: readonly PublicText[] = [
  {
    url: 'https://github.com/spring-projects/spring-data-redis/issues/2178',
    texts: [
      lines(
        'spring:',
        '  redis:',
        '    lettuce:',
        '      pool:',
        '        max-active: 25',
        '        max-idle: 25',
        '        min-idle: 10',
      ),
      '<parent><artifactId>spring-boot-starter-parent</artifactId><version>2.5.5</version></parent>\n',
    ],
    cause: 'poolNeverUsed',
  },
  {
    url: 'https://github.com/redis/jedis/issues/1379',
    texts: [
      lines(
        'JedisPoolConfig config = new JedisPoolConfig();',
        'config.setMaxTotal(10);',
        'config.setMaxIdle(10);',
        'config.setTestOnBorrow(true);',
        'config.setTestOnReturn(true);',
      ),
    ],
    answers: { callers: 10 },
    cause: 'testOnBorrow',
  },
  {
    url: 'https://github.com/googleforgames/open-match/pull/1109',
    texts: [
      info(
        '# Commandstats',
        'cmdstat_ping:calls=21600000,usec=21600000,usec_per_call=1.00',
        'cmdstat_hset:calls=86400000,usec=259200000,usec_per_call=3.00',
      ),
    ],
    cause: 'pingLoad',
  },
  {
    url: 'https://github.com/redis/redis/issues/6534',
    texts: [
      info(
        '# Commandstats',
        'cmdstat_cluster|nodes:calls=4320000,usec=3024000000,usec_per_call=700.00',
        'cmdstat_get:calls=32400000,usec=97200000,usec_per_call=3.00',
      ),
    ],
    cause: 'topologyLoad',
  },
  {
    url: 'https://github.com/valkey-io/valkey/issues/3010',
    texts: [
      info('# Commandstats', 'cmdstat_cluster|nodes:calls=1198800,usec=2397600000,usec_per_call=2000.00'),
    ],
    cause: 'topologyLoad',
  },
  {
    url: 'https://github.com/StackExchange/StackExchange.Redis/issues/1859',
    texts: [
      'StackExchange.Redis.RedisTimeoutException: Timeout performing GET (5000ms), next: GET k, inst: 2, qu: 0, qs: 12, aw: False, rs: ReadAsync, ws: Idle, in: 0, serverEndpoint: cache:6380, mc: 1/1/0, mgr: 10 of 10 available, clientName: X, IOCP: (Busy=0,Free=1000,Min=4,Max=1000), WORKER: (Busy=46,Free=32721,Min=4,Max=32767), v: 2.2.4.27433\n',
    ],
    cause: 'threadPoolStarved',
  },
  {
    url: 'https://github.com/redis/rueidis/issues/156',
    texts: [
      lines(
        'client, err := rueidis.NewClient(rueidis.ClientOption{',
        '  InitAddress:   []string{"127.0.0.1:6379"},',
        '  MaxFlushDelay: 20 * time.Microsecond,',
        '})',
      ),
    ],
    answers: { callers: 2, rtt: 30 },
    cause: 'flushDelayInGo',
  },
  {
    url: 'https://www.netdata.cloud/guides/redis/redis-keys-command-blocking-production/',
    texts: [
      lines(
        ' 1) 1) (integer) 14',
        '    2) (integer) 1700000000',
        '    3) (integer) 350000',
        '    4) 1) "KEYS"',
        '       2) "*"',
      ),
    ],
    cause: 'slowCommand',
  },
  {
    url: 'https://github.com/2881099/csredis/issues/32',
    texts: [
      lines(
        'JedisPoolConfig config = new JedisPoolConfig();',
        'config.setMaxTotal(200);',
        'config.setMaxIdle(200);',
      ),
      'maxclients 10000\nport 6379\n',
    ],
    answers: { instances: 60 },
    cause: 'fleetAboveMaxclients',
  },
  {
    url: 'https://github.com/redis/redis/issues/1154',
    texts: [info('latest_fork_usec:981432')],
    cause: 'forkStall',
  },
  {
    url: 'https://github.com/redis/redis/issues/7595',
    texts: [
      lines(
        'JedisPoolConfig config = new JedisPoolConfig();',
        'config.setMaxTotal(200);',
        'config.setMaxIdle(200);',
        'JedisPool pool = new JedisPool(config, "cache", 6380, 2000, "secret", true);',
      ),
    ],
    answers: { callers: 200 },
    cause: 'tlsOn',
  },
];
