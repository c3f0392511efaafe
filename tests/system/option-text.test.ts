/** Changes are told with the unit that the notation counts in. */
import { describe, expect, it } from 'vitest';
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import { changeText, optionsOf } from '../../src/system/diagnosis/options.ts';
import { read } from '../../src/system/readers/read.ts';

/** What becomes of a line when a field of it changes to a value of the scenario. */
function changed(text: string, path: string, to: number): string[] {
  const reading = read([{ id: 'a', name: '', text }]);
  const subject = { reading, settings: reading.settings } as unknown as Subject;
  return optionsOf(subject, { [path]: to }).map(changeText);
}

describe('a changed option', () => {
  it.each([
    ['pool = redis.ConnectionPool(host="cache", socket_timeout=2)\n', 'socket_timeout: 2 s → 0.05 s'],
    ['cache1:6379,syncTimeout=2000,abortConnect=false', 'syncTimeout: 2000 ms → 50 ms'],
    [
      'RedisURI.builder().withHost("cache").withTimeout(Duration.ofSeconds(2)).build();\n',
      'withTimeout: 2 s → 0.05 s',
    ],
    ['spring:\n  data:\n    redis:\n      timeout: 2s\n', 'spring.data.redis.timeout: 2 s → 0.05 s'],
    ['spring:\n  data:\n    redis:\n      timeout: 2000\n', 'spring.data.redis.timeout: 2000 ms → 50 ms'],
    [
      'const redis = new Redis({ host: "cache", commandTimeout: 2000 });\n',
      'commandTimeout: 2000 ms → 50 ms',
    ],
    [
      'rdb := redis.NewClient(&redis.Options{ReadTimeout: 2 * time.Second, PoolSize: 3})\n',
      'ReadTimeout: 2 s → 0.05 s',
    ],
  ])('%j: %s', (text, expected) => {
    const { settings } = read([{ id: 'a', name: '', text }]);
    const timeout = settings.find(({ value, path }) => path.endsWith('Ms') && value === 2000);
    expect(changed(text, timeout?.path ?? '', 50)).toEqual([expected]);
  });

  it('without a limit has the text of its line: 0 would be another value', () => {
    const text = 'spring:\n  data:\n    redis:\n      jedis:\n        pool:\n          max-wait: -1ms\n';
    expect(changed(text, 'client.connections.maxWaitMs', 1000)).toEqual([
      'spring.data.redis.jedis.pool.max-wait: -1ms → 1000 ms',
    ]);
  });

  it('that is a count has none', () => {
    expect(changed('JedisPoolConfig c; c.setMaxTotal(8);\n', 'client.connections.maxTotal', 50)).toEqual([
      'setMaxTotal: 8 → 50',
    ]);
  });
});
