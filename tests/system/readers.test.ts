import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { libraries, libraryById } from '../../src/model/libraries/library.ts';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { getAt } from '../../src/model/scenario/patch.ts';
import { assemble } from '../../src/system/assemble.ts';
import { findingsAtOnce } from '../../src/system/diagnosis/diagnose.ts';
import { read } from '../../src/system/readers/read.ts';
import { durationMs } from '../../src/system/readers/value.ts';
import { normalize } from './engine.ts';
import { FIXTURES } from './fixtures.ts';

const pieceOf = (text: string, id = 'a') => ({ id, name: `${id}.txt`, text });

describe('configurations', () => {
  it.each(FIXTURES)('$name', async (fixture) => {
    const { text, kind, library, version, scenario = {}, findings = [], answers = {} } = fixture;
    const reading = read([{ ...pieceOf(text), name: fixture.file ?? 'a.txt' }], answers);
    expect(reading.pieces[0]?.kind).toBe(kind);
    expect(reading.library?.id).toBe(library);
    if (version !== undefined)
      expect(reading.library?.version ?? `assumed ${reading.library?.assumed}`).toBe(version);
    const named = (meaning: string | null) =>
      reading.unused.filter((each) => each.meaning === meaning).map(({ option }) => option);
    expect(named(null)).toEqual(fixture.unused ?? []);
    expect(named('other')).toEqual(fixture.other ?? []);
    expect(reading.problems.map(({ code, line }) => `${code} ${line}`)).toEqual(fixture.problems ?? []);
    const open = (reading.choices ?? []).filter(({ kind: about }) => about !== 'version');
    expect(open.map(({ id, value }) => `${id} ${value}`)).toEqual(fixture.choices ?? []);
    expect(reading.missing).toEqual(fixture.missing ?? []);
    if (kind !== null) expect(reading.pieces[0]?.unread).toEqual(fixture.unread ?? []);
    const assembled = await assemble(reading, answers, normalize);
    if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
    for (const [path, value] of Object.entries(scenario))
      expect({ path, value: getAt(assembled.scenario, path) }).toEqual({ path, value });
    const ids = findingsAtOnce({ reading, ...assembled }).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([...findings]));
  });

  it('are many, of all libraries', () => {
    expect(FIXTURES.length).toBeGreaterThanOrEqual(60);
    const used = new Set(FIXTURES.map(({ library }) => library));
    expect(libraries.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });

  it('refuses none of its fixtures, and none is a copy', () => {
    expect(new Set(FIXTURES.map(({ text }) => text)).size).toBe(FIXTURES.length);
  });
});

describe('several texts', () => {
  const yaml = 'spring.data.redis.lettuce.pool.max-active=8\n';
  const all = (...texts: readonly string[]) => read(texts.map((text, index) => pieceOf(text, `${index}`)));

  it('name the library for a description without one', () => {
    const { library, choices = [], settings } = all('300 threads, 12 pods, 1 ms away', yaml);
    expect(library?.id).toBe('springLettuce');
    expect(choices.map(({ id }) => id)).toEqual(['version']);
    expect(settings.find(({ path }) => path === 'workload.arrivals.callers')?.value).toBe(300);
  });

  it('that give a value differently are named: the last one counts', () => {
    const { problems, settings } = all(yaml, 'a pool of 50 connections and 200 threads');
    expect(settings.findLast(({ path }) => path === 'client.connections.maxTotal')?.value).toBe(50);
    expect(problems).toMatchObject([{ code: 'SYS-25', line: 1, value: '50', expected: '8' }]);
    expect(all(yaml, yaml).problems).toEqual([]);
  });
});

it.each([1, 16, 100])('models %i processes of a known load within the memory of a run', async (instances) => {
  const reading = read([pieceOf('rdb := redis.NewClient(&redis.Options{PoolSize: 20})\n')]);
  const assembled = await assemble(reading, { rate: 1500, instances, callers: 200 }, normalize);
  expect(assembled).toMatchObject({ scenario: { client: { instances } } });
});

it('leaves out a proxy that is not modelled with TLS, rather than the system', async () => {
  const proxy = 'alpha:\n  listen: 127.0.0.1:22121\n  redis: true\n  servers:\n    - 10.0.0.1:6379:1\n';
  for (const [texts, kind] of [
    [[proxy, 'cache:6380,ssl=False,syncTimeout=1000'], 'multiplexing'],
    [[proxy, 'cache:6380,ssl=True,syncTimeout=1000'], 'none'],
  ] as const) {
    const reading = read(texts.map((text, index) => pieceOf(text, `${index}`)));
    const assembled = await assemble(reading, {}, normalize);
    expect(assembled).toMatchObject({ scenario: { network: { proxy: { kind } } } });
  }
});

it('leaves out a cache that is not modelled with the I/O threads of the server', async () => {
  const client = 'r = redis.Redis(host="cache", protocol=3, socket_timeout=3, cache_config=CacheConfig())\n';
  const reading = read([pieceOf(client), pieceOf('port 6379\nio-threads 4\n', 'b')]);
  expect(reading.settings.map(({ path }) => path)).toContain('client.clientSideCaching.kind');
  const assembled = await assemble(reading, { serverVersion: '8.0' }, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  expect(assembled.scenario.client.clientSideCaching.kind).toBe('none');
  expect(assembled.scenario.server.ioThreads.kind).not.toBe('none');
  expect(assembled.settings.map(({ path }) => path)).not.toContain('client.clientSideCaching.kind');
});

it('names the line of each value, the default or the assumption', async () => {
  const text = 'spring.redis.jedis.pool.max-active=64\nspring.redis.jedis.pool.max-wait=200ms\n';
  const reading = read([pieceOf(text)]);
  const assembled = await assemble(reading, { callers: 50 }, normalize);
  if (!('settings' in assembled)) throw new Error('refused');
  const origin = (path: string) => assembled.settings.find((setting) => setting.path === path)?.origin;
  expect(origin('client.connections.maxTotal')).toMatchObject({
    from: 'line',
    line: 1,
    text: 'spring.redis.jedis.pool.max-active=64',
  });
  expect(origin('client.connections.maxWaitMs')).toMatchObject({ from: 'line', line: 2 });
  expect(origin('client.connections.maxIdle')).toMatchObject({ from: 'default', library: 'springJedis' });
  expect(origin('workload.arrivals.callers')).toEqual({ from: 'answer', question: 'callers' });
  expect(origin('network.rttUs')).toEqual({ from: 'proposal', question: 'rtt' });
});

it('adds up several pieces', async () => {
  const reading = read([
    pieceOf('spring.redis.jedis.pool.max-active=200', 'a'),
    pieceOf('maxclients 5000\nhz 50\n', 'b'),
    pieceOf(
      'kind: Deployment\nspec:\n  replicas: 40\n  template:\n    spec:\n      containers:\n        - resources:\n            limits:\n              cpu: 1500m\n',
      'c',
    ),
  ]);
  expect(reading.instances).toBe(40);
  const assembled = await assemble(reading, {}, normalize);
  if (!('scenario' in assembled)) throw new Error('refused');
  expect(assembled.scenario.client.cores).toBe(2);
  expect(assembled.scenario.server.hz).toBe(50);
  const findings = findingsAtOnce({ reading, ...assembled, instances: reading.instances });
  expect(findings.find(({ id }) => id === 'fleetAboveMaxclients')?.severity).toBe('error');
});

/** As Spring writes it. */
const placeholder = (name: string): string => `\${${name}}`;

it('leaves placeholders without a default open', () => {
  const reading = read([
    pieceOf(
      `spring:\n  redis:\n    timeout: ${placeholder('REDIS_TIMEOUT')}\n    jedis:\n      pool:\n        max-active: ${placeholder('POOL:32')}\n`,
    ),
  ]);
  expect(reading.missing).toEqual(['spring.redis.timeout']);
  expect(reading.options).toMatchObject([{ option: 'maxActive', value: 32 }]);
});

it('asks for placeholders inside a value, and follows defaults of defaults', () => {
  const reading = read([
    pieceOf(
      `spring.redis.timeout=${placeholder('T')}ms\nspring.redis.jedis.pool.max-active=${placeholder(`A:${placeholder('B:16')}`)}\n`,
    ),
  ]);
  expect(reading.missing).toEqual(['spring.redis.timeout']);
  expect(reading.options).toMatchObject([{ option: 'maxActive', value: 16 }]);
});

it.each([
  'JedisPoolConfig c = new JedisPoolConfig();\n// c.setMaxTotal(50);\nc.setMinIdle(4); /* c.setMaxIdle(3); */',
  'rdb := redis.NewClient(&redis.Options{\n\t// PoolSize: 10,\n\tMinIdleConns: 4, // MaxRetries: 5\n})',
  'r = redis.Redis(host="c",\n  # socket_timeout=2,\n  #max_connections=9,\n  health_check_interval=4)',
])('reads nothing in comments: %j', (text) => {
  expect(read([pieceOf(text)]).options).toHaveLength(1);
});

it('takes no number from a calculation', () => {
  const reading = read([
    pieceOf('redis.NewClient(&redis.Options{PoolSize: 10 * runtime.NumCPU(), MinIdleConns: 4})'),
  ]);
  expect(reading.options).toMatchObject([{ option: 'MinIdleConns', value: 4 }]);
  expect(reading.unused).toMatchObject([{ option: 'PoolSize', value: '10 * runtime.NumCPU()' }]);
});

it.each(['a b\n', 'password.', 'a://', '"\\"', 'PoolSize ', '/*'])(
  'needs no more than proportional time for a long text of %j',
  (part) => {
    const cpuMs = (length: number) => {
      const began = process.cpuUsage();
      read([pieceOf(part.repeat(length / part.length))]);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    // Four times the length: time in proportion to its square would be 16 times as long, on every machine.
    const shortMs = Math.max(cpuMs(10_000), 50);
    expect(cpuMs(40_000)).toBeLessThan(10 * shortMs);
  },
);

describe('counters', () => {
  it('of two readings of INFO are rates between them', () => {
    const info = (uptime: number, commands: number, reads: number, connections: number) =>
      `# Server\nredis_version:7.2.4\nuptime_in_seconds:${uptime}\n# Stats\ntotal_connections_received:${connections}\ntotal_commands_processed:${commands}\ntotal_reads_processed:${reads}\neventloop_duration_sum:${uptime * 500_000}\n# Commandstats\ncmdstat_get:calls=${commands},usec=${2 * commands},usec_per_call=2.00\n`;
    const { observed } = read([pieceOf(info(100, 1000, 1000, 10) + info(110, 21_000, 6000, 60))]);
    expect(observed.commandsPerRead?.value).toBe(4);
    expect(observed.connectionsPerSec?.value).toBe(5);
    expect(observed.mainThreadBusyShare?.value).toBeCloseTo(0.5);
    expect(observed.commandsPerSecByName?.value.get).toMatchObject({ callsPerSec: 2000, usPerCall: 2 });
  });

  /** An INFO with what tells two readings apart. */
  const infoOf = (uptime: number, commands: number, reads: number, run = 'a') =>
    `# Server\nredis_version:7.2.4\nrun_id:${run}\nuptime_in_seconds:${uptime}\n# Stats\ntotal_connections_received:${uptime}\ntotal_commands_processed:${commands}\ntotal_reads_processed:${reads}\n# Commandstats\ncmdstat_get:calls=${commands},usec=${2 * commands},usec_per_call=2.00\n`;
  const [earlier, later] = [infoOf(100, 1000, 1000), infoOf(110, 21_000, 6000)];
  const readInfos = (...infos: readonly string[]) => {
    const { observed, problems } = read([pieceOf(infos.join(''))]);
    return {
      perRead: observed.commandsPerRead?.value,
      perSec: observed.commandsPerSecByName?.value.get?.callsPerSec,
      line: observed.commandsPerRead?.origin.from === 'line' && observed.commandsPerRead.origin.line,
      problems: problems.map(({ code, line, value }) => `${code} ${line} ${value}`),
    };
  };
  const rates = { perRead: 4, perSec: 2000, problems: [] };

  it.each([
    ['in order', [earlier, later], { ...rates, line: 18 }],
    ['the later one first', [later, earlier], { ...rates, line: 8 }],
    ['three times', [earlier, infoOf(105, 9000, 4000), later], { ...rates, line: 28 }],
    ['twice the same', [later, later], { perRead: 3.5, perSec: 21_000 / 110, problems: [], line: 18 }],
    [
      'of two servers',
      [earlier, infoOf(110, 21_000, 6000, 'b')],
      { perRead: 3.5, perSec: 21_000 / 110, problems: ['SYS-21 11 server'], line: 18 },
    ],
    [
      'with counters that were set back',
      [earlier, infoOf(110, 90, 45)],
      { perRead: 2, perSec: undefined, problems: ['SYS-21 11 reset'], line: 18 },
    ],
    [
      'in parts without a clock',
      [earlier, later].map((info) => info.replace(/^# Server[^#]*/, '')),
      { perRead: 4, perSec: undefined, problems: [], line: 10 },
    ],
  ] as const)('of INFO, %s', (_, infos, expected) => {
    expect(readInfos(...infos)).toEqual(expected);
  });

  it('of INFO of two servers in two texts do not mix, and say which count', () => {
    const other = `${infoOf(110, 21_000, 6000, 'b')}maxclients:50\n`;
    const { observed, problems } = read(
      [other, later].map((text, id) => ({ ...pieceOf(text), id: `${id}` })),
    );
    expect(observed.commandsPerRead).toMatchObject({ value: 3.5, origin: { piece: '1' } });
    expect(observed.maxclients).toBeUndefined();
    expect(problems).toMatchObject([{ code: 'SYS-24', line: 3, value: 'b', expected: 'a' }]);
    // Two readings of one server, with another one between them.
    const rates = read([earlier, other, later].map((text, id) => ({ ...pieceOf(text), id: `${id}` })));
    expect(rates.observed.commandsPerRead?.value).toBe(4);
    expect(rates.problems.map(({ code }) => code)).toEqual(['SYS-24']);
  });

  it('of CLIENT LIST, SLOWLOG and a timeout line have their values', () => {
    const clients = read([
      pieceOf(
        'id=3 addr=10.0.0.7:5022 name= age=10 idle=0 omem=0 cmd=get tot-cmds=900\nid=4 addr=10.0.0.8:5023 name= age=10 idle=0 omem=2097152 cmd=lrange tot-cmds=50',
      ),
    ]).observed.clients?.value;
    expect(clients).toEqual([
      { addr: '10.0.0.•:5022', host: 1, cmd: 'get', totCmds: 900, omem: 0 },
      { addr: '10.0.0.•:5023', host: 2, cmd: 'lrange', totCmds: 50, omem: 2_097_152 },
    ]);
    const slow = read([
      pieceOf(
        '1) 1) (integer) 14\n   2) (integer) 1699000000\n   3) (integer) 28000\n   4) 1) "KEYS"\n      2) "*"\n   5) "127.0.0.1:54321"\n   6) ""\n2) 1) (integer) 13\n   2) (integer) 1699000000\n   3) (integer) 31000\n   4) 1) "KEYS"\n      2) "a*"\n',
      ),
    ]).observed.slowCommands?.value;
    expect(slow).toMatchObject([{ name: 'keys', count: 2, maxUs: 31_000, meanUs: 29_500 }]);
    // The line of the longest one.
    expect(slow?.[0]?.origin).toMatchObject({ line: 8 });
    const timeout = read([
      pieceOf(
        'Timeout awaiting response (outbound=2KiB, inbound=0KiB, 3140ms elapsed, timeout is 2000ms), inst: 0, qs: 33, IOCP: (Busy=0,Free=1000,Min=4,Max=1000), WORKER: (Busy=46,Free=32721,Min=4,Max=32767), v: 2.0.593.37019',
      ),
    ]);
    expect(timeout.observed.workerThreads?.value).toEqual({ busy: 46, min: 4 });
    expect(timeout.library).toMatchObject({ id: 'stackExchange', version: '2.0.593.37019' });
  });
});

it.each([
  ['2s', 2000],
  ['500ms', 500],
  ['250', 250],
  ['3 * time.Second', 3000],
  ['time.Millisecond * 20', 20],
  ['Duration.ofSeconds(5)', 5000],
  ['Duration.ofMillis(1_500)', 1500],
  ['PT1M30S', 90_000],
  ['2.seconds.toJavaDuration()', 2000],
  ['soon', undefined],
] as const)('%s is a duration', (text, ms) => {
  expect(durationMs(text, 1)).toBe(ms);
});

describe('the library data', () => {
  it('sets fields that exist, with defaults in their bounds', () => {
    for (const library of libraries)
      for (const { id, sets, names, default: defaults } of library.options) {
        expect(Object.values(names).flat().length, `${library.id} ${id}`).toBeGreaterThan(0);
        expect(defaults.length, `${library.id} ${id}`).toBeGreaterThan(0);
        if (sets !== null) expect(fieldNamed(sets), `${library.id} ${id} ${sets}`).toBeDefined();
      }
  });

  it.each(libraries)('gives a scenario without any option: $id', async ({ id }) => {
    const library = libraryById(id);
    if (!library) throw new Error(id);
    const reading = {
      ...read([]),
      library: { id, version: null, origin: { from: 'proposal', question: 'library' } as const },
    };
    expect(await assemble(reading, {}, normalize)).toHaveProperty('scenario');
  });
});

it('takes the limit of the socket from node-redis, and none from its limit of unsent commands', async () => {
  const written = 'createClient({ commandOptions: { timeout: 800 }, socket: { socketTimeout: 2000 } })';
  const assembled = await assemble(read([pieceOf(`${written}\n`)]), { version: '6.2' }, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  expect(getAt(assembled.scenario, 'client.io.socketTimeoutMs')).toBe(2000);
  expect(getAt(assembled.scenario, 'client.io.replyTimeoutMs')).toBe(0);
});

/** A value that an option can have. */
const sampleOf = (unit: string) => (unit === 'bool' ? true : unit === 'count' ? 7 : 700);

it.each(libraries)('assembles each option of $id alone', async (library) => {
  for (const { id, sets, unit, values } of library.options) {
    if (sets === null || unit === 'text') continue;
    const value = values ? (Object.values(values)[0] ?? null) : sampleOf(unit);
    const origin = { from: 'line', piece: 'a', line: 1, key: id, text: id } as const;
    const reading = {
      ...read([]),
      library: { id: library.id, version: null, origin },
      settings: [{ path: sets, value, origin }],
    };
    expect(await assemble(reading, {}, normalize), `${library.id} ${id}`).toHaveProperty('scenario');
  }
});

it('reads any text without an exception', () => {
  const words = fc.constantFrom(
    'spring:',
    '  redis:',
    'maxclients ',
    'setMaxTotal(',
    'redis://h?pool_size=',
    'id=1 addr=',
    'cmdstat_get:calls=',
    '${',
    '\n',
    '- ',
    '{',
    '"',
    '1',
    '= ',
    'kind: Deployment',
    '&a *a',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.array(words, { maxLength: 20 }).map((parts) => parts.join('')),
      ),
      (text) => {
        const reading = read([pieceOf(text)]);
        return reading.pieces.length === 1;
      },
    ),
    { numRuns: 300 },
  );
});
