/** Every entry of a configuration is used, listed, or reported: none vanishes, whatever its name and value. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraries, libraryById } from '../../src/model/libraries/library.ts';
import { read } from '../../src/system/readers/read.ts';
import type { Reading } from '../../src/system/system.ts';

const name = fc.stringMatching(/^[a-z][a-z]{2,9}[A-Z][a-z]{2,6}$/);
const value = fc.constantFrom('5', '-7', '0', '250ms', 'PT1H', 'soon', '1d', 'true');

/** Names of options of a library in code. */
const codeNames = (id: string) =>
  fc.constantFrom(
    ...(libraryById(id)?.options.flatMap(({ names, isCall }) => (isCall ? [] : (names.code ?? []))) ?? []),
  );

interface Entry {
  readonly key: string;
  readonly value: string;
}

interface Form {
  readonly form: string;
  readonly keys: fc.Arbitrary<string>;
  readonly text: (entries: readonly Entry[]) => string;
  /** The line of an entry. */
  readonly line: (index: number) => number;
}

const kebab = (key: string): string => key.replace(/([A-Z])/g, '-$1').toLowerCase();

const FORMS: readonly Form[] = [
  {
    form: 'properties of Spring Boot',
    keys: fc.oneof(
      name.map(kebab),
      fc.constantFrom('timeout', 'jedis.pool.max-active', 'jedis.pool.max-wait', 'host'),
    ),
    text: (entries) => entries.map(({ key, value: own }) => `spring.data.redis.${key}=${own}`).join('\n'),
    line: (index) => index + 1,
  },
  {
    form: 'YAML of Redisson',
    keys: fc.oneof(name, fc.constantFrom('connectionPoolSize', 'timeout', 'retryAttempts', 'address')),
    text: (entries) =>
      `singleServerConfig:\n${entries.map(({ key, value: own }) => `  ${key}: ${own}`).join('\n')}`,
    line: (index) => index + 2,
  },
  {
    form: 'setters of Jedis',
    keys: fc.oneof(
      name.map((own) => `set${own[0]?.toUpperCase()}${own.slice(1)}`),
      codeNames('jedis').filter((own) => own.startsWith('set')),
    ),
    text: (entries) =>
      `JedisPoolConfig config = new JedisPoolConfig();\n${entries.map(({ key, value: own }) => `config.${key}(${quoted(own)});`).join('\n')}`,
    line: (index) => index + 2,
  },
  {
    form: 'fields of go-redis',
    keys: fc.oneof(
      name.map((own) => `${own[0]?.toUpperCase()}${own.slice(1)}`),
      codeNames('goRedis'),
    ),
    text: (entries) =>
      `redis.NewClient(&redis.Options{\n${entries.map(({ key, value: own }) => `\t${key}: ${quoted(own)},`).join('\n')}\n})`,
    line: (index) => index + 2,
  },
  {
    form: 'options of ioredis',
    keys: fc.oneof(name, codeNames('ioredis')),
    text: (entries) =>
      `new Redis({\n${entries.map(({ key, value: own }) => `  ${key}: ${quoted(own)},`).join('\n')}\n});`,
    line: (index) => index + 2,
  },
  {
    form: 'arguments of redis-py',
    keys: fc.oneof(
      name.map((own) => kebab(own).replaceAll('-', '_')),
      codeNames('redisPy'),
    ),
    text: (entries) =>
      `redis.Redis(\n${entries.map(({ key, value: own }) => `    ${key}=${quoted(own)},`).join('\n')}\n)`,
    line: (index) => index + 2,
  },
  {
    form: 'a URL of go-redis',
    keys: fc.oneof(name, fc.constantFrom('pool_size', 'read_timeout', 'max_retries', 'db')),
    text: (entries) =>
      `redis://cache:6379/0?${entries.map(({ key, value: own }) => `${key}=${own}`).join('&')}`,
    line: () => 1,
  },
  {
    form: 'a connection string of StackExchange.Redis',
    keys: fc.oneof(name, fc.constantFrom('syncTimeout', 'ssl', 'abortConnect')),
    text: (entries) => `cache:6379,${entries.map(({ key, value: own }) => `${key}=${own}`).join(',')}`,
    line: () => 1,
  },
  {
    form: 'redis.conf',
    keys: fc.oneof(
      name.map(kebab),
      fc.constantFrom('hz', 'maxclients', 'appendonly', 'appendfsync', 'timeout', 'io-threads'),
    ),
    text: (entries) =>
      `port 6379\n${entries.map(({ key, value: own }) => `${key} ${own}\n${key === 'port' ? '' : 'databases 16'}`).join('\n')}`,
    line: (index) => 2 + 2 * index,
  },
];

const quoted = (text: string): string => (/^-?\d+$|^true$/.test(text) ? text : `"${text}"`);

/** Whether a reading names an entry: its key and its line. */
function names(reading: Reading, key: string, line: number): boolean {
  const origins = [...reading.options, ...reading.unused, ...reading.settings].map(({ origin }) => origin);
  const isThere = origins.some(
    (origin) =>
      'line' in origin && origin.line === line && origin.key.toLowerCase().endsWith(key.toLowerCase()),
  );
  const isObserved = Object.values(reading.observed).some(
    (seen) => seen?.origin.from === 'line' && seen.origin.line === line,
  );
  return isThere || isObserved || reading.problems.some((problem) => problem.line === line);
}

describe('nothing of a configuration vanishes', () => {
  it.each(FORMS)('$form', ({ keys, text, line }) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ key: keys, value }), {
          ...{ minLength: 1, maxLength: 5 },
          selector: ({ key }) => key.toLowerCase(),
        }),
        (entries) => {
          const reading = read([{ id: 'a', name: 'a', text: text(entries) }]);
          if (reading.pieces[0]?.kind === null) return true;
          const lost = entries.filter(({ key }, index) => !names(reading, key, line(index)));
          expect(lost).toEqual([]);
          return true;
        },
      ),
      { numRuns: 100 },
    );
  });

  it('not even of a negative amount: it is no limit only where the library says so', () => {
    for (const { id, options } of libraries)
      for (const { names: own, unit, special = {}, sets } of options) {
        const key = own.code?.[0];
        if (!key || sets === null || unit === 'bool' || unit === 'text' || id !== 'goRedis') continue;
        const reading = read([
          { id: 'a', name: 'a', text: `redis.NewClient(&redis.Options{\n  ${key}: -5,\n})` },
        ]);
        const isKnown = 'negative' in special || '-5' in special;
        expect({ key, isFault: reading.problems.length > 0 }).toEqual({ key, isFault: !isKnown });
      }
  });
});
