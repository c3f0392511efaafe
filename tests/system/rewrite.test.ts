import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/system/advice/rewrite/diff.ts';
import type { OptionEdit } from '../../src/system/advice/rewrite/option-edit.ts';
import { rewrite } from '../../src/system/advice/rewrite/rewrite.ts';

const edit = (
  key: string,
  line: number | null,
  value: number | boolean,
  unit: OptionEdit['unit'] = 'plain',
) => ({
  ...{ key, line, value, unit, written: unit },
});

const YAML = `spring:
  data:
    redis:
      host: cache # the shared one
      timeout: 2s
      lettuce:
        pool:
          max-active: 16 # was 8
          max-wait: 500ms
`;

describe('a changed configuration', () => {
  it('keeps comments and units of YAML, and adds options next to their siblings', () => {
    const pool = 'spring.data.redis.lettuce.pool';
    const { text, missed } = rewrite(
      YAML,
      'yaml',
      [
        edit(`${pool}.max-active`, 8, 64),
        edit(`${pool}.max-wait`, 9, 2000, 'ms'),
        edit('spring.data.redis.timeout', 5, 500, 'ms'),
        edit(`${pool}.max-idle`, null, 64),
      ],
      [
        { key: `${pool}.max-active`, line: 8 },
        { key: `${pool}.max-wait`, line: 9 },
      ],
    );
    expect(missed).toEqual([]);
    expect(text).toBe(`spring:
  data:
    redis:
      host: cache # the shared one
      timeout: 500ms
      lettuce:
        pool:
          max-active: 64 # was 8
          max-wait: 2000ms
          max-idle: 64
`);
  });

  it('adds a group to YAML where no option of it is set', () => {
    const { text } = rewrite(
      'spring:\n  data:\n    redis:\n      host: a\nserver:\n  port: 80\n',
      'yaml',
      [edit('spring.data.redis.jedis.pool.max-active', null, 32)],
      [],
    );
    expect(text).toBe(
      'spring:\n  data:\n    redis:\n      host: a\n      jedis:\n        pool:\n          max-active: 32\nserver:\n  port: 80\n',
    );
  });

  it.each([
    [
      'properties',
      'spring.data.redis.jedis.pool.max-active=8',
      'spring.data.redis.jedis.pool.max-active',
      64,
      'plain',
      'spring.data.redis.jedis.pool.max-active=64',
    ],
    [
      'code',
      '  config.setMaxTotal(8); // pool',
      'setMaxTotal',
      64,
      'plain',
      '  config.setMaxTotal(64); // pool',
    ],
    [
      'code',
      '  config.setMaxWait(Duration.ofSeconds(3));',
      'setMaxWait',
      500,
      'ms',
      '  config.setMaxWait(Duration.ofMillis(500));',
    ],
    ['code', '\tPoolSize:     10,', 'PoolSize', 100, 'plain', '\tPoolSize:     100,'],
    [
      'code',
      '\tReadTimeout: 3 * time.Second,',
      'ReadTimeout',
      500,
      'ms',
      '\tReadTimeout: 500 * time.Millisecond,',
    ],
    ['code', '\tReadTimeout: time.Second,', 'ReadTimeout', 2000, 'ms', '\tReadTimeout: 2 * time.Second,'],
    [
      'code',
      'redis.Redis(retry_on_timeout=True, max_connections=50)',
      'max_connections',
      80,
      'plain',
      'redis.Redis(retry_on_timeout=True, max_connections=80)',
    ],
    [
      'code',
      'redis.Redis(retry_on_timeout=True)',
      'retry_on_timeout',
      false,
      'plain',
      'redis.Redis(retry_on_timeout=False)',
    ],
    [
      'url',
      'redis://cache:6379/0?pool_size=10&read_timeout=3s',
      'pool_size',
      64,
      'plain',
      'redis://cache:6379/0?pool_size=64&read_timeout=3s',
    ],
    [
      'connectionString',
      'cache:6379,syncTimeout=5000,ssl=false',
      'syncTimeout',
      800,
      'ms',
      'cache:6379,syncTimeout=800,ssl=false',
    ],
  ] as const)('changes a line of %s: %s', (notation, line, key, value, unit, changed) => {
    expect(rewrite(`a\n${line}\nb`, notation, [edit(key, 2, value, unit)], []).text).toBe(`a\n${changed}\nb`);
  });

  it('adds setters, struct fields and parameters in the style of their neighbours', () => {
    const added = (notation: 'code' | 'url' | 'properties', line: string, near: string, key: string) =>
      rewrite(line, notation, [edit(key, null, 64)], [{ key: near, line: 1 }]).text;
    expect(added('code', '  pool.setMaxTotal(64);', 'setMaxTotal', 'setMaxIdle')).toBe(
      '  pool.setMaxTotal(64);\n  pool.setMaxIdle(64);',
    );
    expect(added('code', '\tPoolSize: 64, // per node', 'PoolSize', 'MinIdleConns')).toBe(
      '\tPoolSize: 64, // per node\n\tMinIdleConns: 64,',
    );
    expect(added('url', 'redis://c?pool_size=8', 'pool_size', 'min_idle_conns')).toBe(
      'redis://c?pool_size=8&min_idle_conns=64',
    );
    expect(added('properties', 'a.pool.max-active=8', 'a.pool.max-active', 'a.pool.max-idle')).toBe(
      'a.pool.max-active=8\na.pool.max-idle=64',
    );
  });

  it('names what it cannot place', () => {
    const lost = edit('max-idle', null, 64);
    expect(rewrite('x', 'code', [lost], [])).toEqual({ text: 'x', missed: [lost] });
  });
});

it('shows changed lines with their surroundings', () => {
  expect(unifiedDiff('a\nb\nc\nd\ne\nf\n', 'a\nb\nc\nD\ne\nf\n', 'x.yml')).toBe(
    '--- x.yml\n+++ x.yml\n@@ -2,5 +2,5 @@\n b\n c\n-d\n+D\n e\n f\n',
  );
  expect(unifiedDiff('a', 'a', 'x')).toBe('');
});

it('shows the whole change for any two texts', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
    .map((lines) => `${lines.join('\n')}x\n`);
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = unifiedDiff(before, after, 'x').split('\n').slice(2, -1);
      const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
      return count('+') - count('-') === after.split('\n').length - before.split('\n').length;
    }),
    { numRuns: 200 },
  );
});
