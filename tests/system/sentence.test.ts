/** A system described in a sentence: every amount finds its field, in either language, and nothing is dropped silently. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../src/model/scenario/patch.ts';
import { proposalsOf } from '../../src/system/proposals.ts';
import { read } from '../../src/system/readers/read.ts';

const readingOf = (text: string) => read([{ id: '0', name: '', text }]);

function said(text: string) {
  const { pieces, library, settings, unused, observed, instances, problems } = readingOf(text);
  return {
    kind: pieces[0]?.kind,
    library: library?.id,
    settings: Object.fromEntries(settings.map(({ path, value }) => [path, value])),
    ...(unused.length > 0 && { unused: unused.map(({ option }) => option) }),
    ...(observed.p99Ns && { p99Ns: observed.p99Ns.value }),
    ...(instances !== undefined && { instances }),
    ...(problems.length > 0 && { problems }),
  };
}

const COMPLAINT = {
  kind: 'sentence',
  library: 'jedis',
  settings: {
    'client.connections.maxTotal': 8,
    'workload.arrivals.callers': 200,
    'network.rttUs': 500,
    'workload.command.replyBytes': 3072,
    'workload.second.share': 0.01,
    'workload.second.execUs.value': 20_000,
  },
  p99Ns: 300e6,
};

test.each<[string, Record<string, unknown>]>([
  [
    'Jedis pool of 8, 200 threads, 0.5 ms, 3 KB, 1 % slow commands of 20 ms, p99 300 ms: what do I change?',
    COMPLAINT,
  ],
  [
    'p99 is 300ms. 200 threads share a Jedis pool with 8 connections.\nRTT 500 µs, replies of 3 KB.\n1% of commands take 20 ms.',
    COMPLAINT,
  ],
  [
    'Jedis 连接池 8，200 个线程，往返时延 0.5 毫秒，响应 3 KB，1% 慢命令 20 ms，p99 为 300 ms，该改什么？',
    COMPLAINT,
  ],
  [
    'Jedis，8 条连接，线程数 200，网络延迟 500 微秒，值 3072 字节，慢查询占 1％，每条 20 毫秒，p99 延迟 0.3 秒',
    COMPLAINT,
  ],
  [
    'go-redis, PoolSize 50, 500 goroutines on 4 cores, 3 pods, 20k req/s',
    {
      ...{ kind: 'sentence', library: 'goRedis', instances: 3 },
      settings: {
        'client.connections.maxTotal': 50,
        'workload.arrivals.kind': 'open',
        'workload.arrivals.ratePerSec': 20_000,
        'workload.arrivals.callers': 500,
        'client.cores': 4,
      },
    },
  ],
  [
    'Lettuce with a pool of 16, 每秒 2 万次请求',
    {
      ...{ kind: 'sentence', library: 'lettuce' },
      settings: {
        'client.connections.kind': 'pooled',
        'client.connections.maxTotal': 16,
        'workload.arrivals.kind': 'open',
        'workload.arrivals.ratePerSec': 20_000,
      },
    },
  ],
  [
    'ioredis, pool of 8, 100 callers, TLS 1.3 everywhere; 12 ms RTT',
    {
      ...{ kind: 'sentence', library: 'ioredis' },
      settings: { 'workload.arrivals.callers': 100, 'network.rttUs': 12_000 },
      unused: ['pool of 8', 'TLS 1.3 everywhere'],
    },
  ],
])('reads: %s', (text, expected) => {
  expect(said(text)).toEqual(expected);
});

const KEYS = { name: 'keys', count: 1, maxUs: 300_000, meanUs: 300_000, seconds: 60 };
const COPY = (event: string) => ({ event, latestMs: 2000, maxMs: 2000 });

test.each<[string, 'slowCommands' | 'pauses', Record<string, unknown>]>([
  ['KEYS takes 300 ms every minute', 'slowCommands', KEYS],
  ['go-redis; every minute KEYS takes 300 ms.', 'slowCommands', KEYS],
  ['KEYS runs once a minute and takes 0.3 seconds', 'slowCommands', KEYS],
  ['KEYS takes 300 ms every 60 s', 'slowCommands', KEYS],
  ['每分钟一次 KEYS，耗时 300 毫秒', 'slowCommands', KEYS],
  ['KEYS 每分钟执行一次，每次耗时 300 ms', 'slowCommands', KEYS],
  ['a job takes 300 ms every minute', 'slowCommands', { ...KEYS, name: 'command' }],
  ['a backup every hour blocks for 2 s', 'pauses', COPY('backup')],
  ['Jedis, 50 threads: every hour a backup blocks Redis for 2 s', 'pauses', COPY('backup')],
  ['每小时备份一次，阻塞 2 秒', 'pauses', COPY('备份')],
  ['备份每小时阻塞 2 秒', 'pauses', COPY('备份')],
])('reads what comes again and again: %s', (text, field, expected) => {
  const { observed, unused } = readingOf(text);
  expect(observed[field]?.value[0]).toMatchObject(expected);
  expect(unused).toEqual([]);
});

test('knows the share of a periodic command where the load is stated', () => {
  const reading = readingOf('Jedis, 1000 req/s, KEYS takes 300 ms every minute, RTT 0.5 ms');
  expect(proposalsOf(reading, {})).toMatchObject({
    slowTime: { value: 300_000 },
    slowShare: { value: expect.closeTo(1 / 60_000, 6) },
  });
});

test('asks for the client where the sentence names none', () => {
  const { choices, library } = readingOf('pool of 20, 100 threads, p99 is 12 ms');
  expect(library?.id).toBe('jedis');
  expect(choices).toContainEqual(
    expect.objectContaining({ id: 'library', value: 'jedis', isAnswered: false }),
  );
});

test.each([
  'maxTotal = 8',
  'new JedisPool(8)',
  'timeout 300',
  'maxclients 10000\nport 6379',
  'redis://h:6379/0',
  'hello',
])('leaves other forms to their readers: %s', (text) => {
  expect(readingOf(text).pieces[0]?.kind).not.toBe('sentence');
});

const natural = fc.integer({ min: 2, max: 999 });
/** A phrase with the fields that it must give. */
const phrase = (make: (value: number) => readonly [string, Readonly<Record<string, Json>>]) =>
  natural.map(make);
const PHRASES = [
  phrase((n) => [`pool of ${n}`, { 'client.connections.maxTotal': n }]),
  phrase((n) => [`${n} threads`, { 'workload.arrivals.callers': n }]),
  phrase((n) => [`RTT ${n} µs`, { 'network.rttUs': n }]),
  phrase((n) => [`replies of ${n} KB`, { 'workload.command.replyBytes': n * 1024 }]),
  phrase((n) => [`requests of ${n} B`, { 'workload.command.requestBytes': n }]),
  phrase((n) => [`${n} cores`, { 'client.cores': n }]),
  phrase((n) => [
    `1 % slow commands of ${n} ms`,
    { 'workload.second.share': 0.01, 'workload.second.execUs.value': n * 1000 },
  ]),
] as const;

test('reads phrases in any order and any number', () => {
  const sentences = fc
    .tuple(
      fc.shuffledSubarray([...PHRASES.keys()], { minLength: 1 }),
      fc.tuple(...PHRASES),
      fc.constantFrom(', ', '; ', '，', '. '),
    )
    .map(([order, all, between]) => {
      const chosen = order.map((index) => all[index] ?? ['', {}]);
      const text = ['Jedis', ...chosen.map(([words]) => words)].join(between);
      return [text, Object.assign({}, ...chosen.map(([, fields]) => fields))] as const;
    });
  fc.assert(
    fc.property(sentences, ([text, fields]) => {
      expect(said(text)).toEqual({ kind: 'sentence', library: 'jedis', settings: fields });
    }),
    { numRuns: 150 },
  );
});

test('any text is read or refused, at once', () => {
  const words = fc.constantFrom(
    'jedis',
    'pool',
    '8',
    ',',
    '%',
    'ms',
    '300',
    'p99',
    'of',
    '连接池',
    '\n',
    '个',
    '/s',
    '，',
    '1e9',
    '-',
  );
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 60 }).map((parts) => parts.join(' ')),
      (text) => {
        const start = performance.now();
        readingOf(text);
        expect(performance.now() - start).toBeLessThan(500);
      },
    ),
    { numRuns: 200 },
  );
});
