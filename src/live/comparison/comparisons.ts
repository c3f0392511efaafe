/**
 * Ready comparisons: configurations of an article, to be measured with the same libraries on this machine. A
 * configuration is a preset on the article's machine, with changes; the same client and workload run here.
 */
import { type LibraryName, releasesOf } from '../../bridge/workload/library.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';

/** One configuration. */
export interface ComparedConfiguration {
  /** Key of its name in the texts. */
  readonly id: string;
  readonly driver: LibraryName;
  /** Release of the library: the newest that does what the article says. */
  readonly version: string;
  readonly preset: string;
  readonly set: Edits;
  /** Requests per second in the article, or in the named source; absent: the article gives only an order. */
  readonly articlePerSec?: number;
}

/** "`faster` has more requests per second than `slower`", as the article says. */
export interface ArticleOrder {
  readonly faster: string;
  readonly slower: string;
}

export const COMPARISON_IDS = ['lettuceAgainstJedis', 'goPools', 'batches', 'testOnBorrow'] as const;
export type ComparisonId = (typeof COMPARISON_IDS)[number];

export interface Comparison {
  readonly id: ComparisonId;
  /** The article. */
  readonly article: string;
  readonly configurations: readonly ComparedConfiguration[];
  /** Id of the configuration with the ratio 1. */
  readonly reference: string;
  readonly orders: readonly ArticleOrder[];
}

/** Lettuce in S0 schedules its command timeouts on an executor, as no later release does. */
const RELEASES: Readonly<Partial<Record<LibraryName, string>>> = { lettuce: '6.3.1.RELEASE' };

const configuration = (
  id: string,
  driver: LibraryName,
  preset: string,
  set: Edits = {},
  articlePerSec?: number,
): ComparedConfiguration => ({
  id,
  driver,
  version: RELEASES[driver] ?? releasesOf(driver)[0].version,
  preset,
  set,
  ...(articlePerSec !== undefined && { articlePerSec }),
});

const order = (faster: string, slower: string): ArticleOrder => ({ faster, slower });

const SIZES = [8, 50, 200] as const;
/** 90 000/s is in the text of the article. */
const JEDIS_50_PER_SEC = 90_000;
/** The same author, benchmark and class of machine: github.com/redis/lettuce/pull/2774, executor with 8 workers. */
const LETTUCE_SHARED_PER_SEC = 66_726;

/** S0: 200 threads, Jedis and Lettuce in ten modes. */
const lettuceAgainstJedis: Comparison = {
  id: 'lettuceAgainstJedis',
  article: 'S0',
  configurations: [
    ...SIZES.map((size) =>
      configuration(
        `jedis${size}`,
        'jedis',
        's0-jedis-50',
        { 'client.connections.maxTotal': size },
        size === 50 ? JEDIS_50_PER_SEC : undefined,
      ),
    ),
    configuration('lettuceShared', 'lettuce', 's0-lettuce-shared', {}, LETTUCE_SHARED_PER_SEC),
    ...SIZES.map((size) =>
      configuration(`lettucePool${size}`, 'lettuce', 's0-lettuce-pool-200', {
        'client.connections.maxTotal': size,
      }),
    ),
    ...SIZES.map((size) =>
      configuration(`lettuceShared${size}`, 'lettuce', 's0-lettuce-multi-8', {
        'client.connections.count': size,
      }),
    ),
  ],
  reference: 'jedis50',
  orders: [
    order('jedis50', 'jedis8'),
    order('jedis50', 'jedis200'),
    order('jedis50', 'lettuceShared'),
    order('lettucePool50', 'lettucePool8'),
    order('lettucePool200', 'lettucePool50'),
    order('jedis8', 'lettucePool200'),
    order('lettuceShared8', 'jedis50'),
    order('lettuceShared200', 'lettucePool200'),
    order('lettucePool200', 'jedis200'),
  ],
};

/** Fewer goroutines and connections than the article's 40 000 and 256: they must fit this machine. */
const GOROUTINES = { 'workload.arrivals.callers': 1000, 'client.connections.maxTotal': 64 } as const;
/** GET of a small value instead of the article's HGETALL and HMSET, which the bridge does not send. */
const SMALL_GET = {
  'workload.command.requestBytes': 30,
  'workload.command.replyBytes': 11,
} as const;
const perSecOf = (nsPerOperation: number) => Math.round(1e9 / nsPerOperation);

/** S4: redigo with and without TestOnBorrow against go-redis. Figures: HGETALL, ns an operation. */
const goPools: Comparison = {
  id: 'goPools',
  article: 'S4',
  configurations: [
    configuration('redigo', 'redigo', 's4-hgetall', { ...GOROUTINES, ...SMALL_GET }, perSecOf(8902)),
    configuration(
      'redigoTested',
      'redigo',
      's4-hgetall-tested',
      { ...GOROUTINES, ...SMALL_GET },
      perSecOf(13_117),
    ),
    configuration(
      'goRedis',
      'goRedis',
      's4-hgetall',
      { ...GOROUTINES, ...SMALL_GET, 'client.connections.checkOnGet': 'peek' },
      perSecOf(8225),
    ),
  ],
  reference: 'redigo',
  orders: [order('redigo', 'redigoTested'), order('goRedis', 'redigoTested')],
};

/** One million keys in the article, one thread and connection: ms for all of them. */
const keysPerSecOf = (ms: number) => Math.round(1e9 / ms);
/** Rows of the article's table for SET: batch kind, its changes, and the ms with 10, 100 and 1000 keys a batch. */
const SET_BATCHES: readonly (readonly [kind: string, set: Edits, ms: readonly number[]])[] = [
  ['mset', { 'workload.batch.kind': 'multiKey', 'workload.batch.replyPerKey': false }, [5142, 1512, 1188]],
  ['pipeline', { 'workload.batch.kind': 'pipeline' }, [6252, 2312, 1818]],
  [
    'transaction',
    { 'workload.batch.kind': 'transaction', 'workload.batch.roundTrips': 2 },
    [6866, 2780, 2292],
  ],
  ['transactionInPipeline', { 'workload.batch.kind': 'transactionInPipeline' }, [6806, 2760, 2200]],
];
const BATCH_SIZES = [10, 100, 1000] as const;

/** S3: SET one by one and in four kinds of batches. Keys, not requests, per second are compared. */
const batches: Comparison = {
  id: 'batches',
  article: 'S3',
  configurations: [
    configuration('set1', 'jedis', 'set-one-by-one', {}, keysPerSecOf(42_128)),
    ...SET_BATCHES.flatMap(([kind, set, ms]) =>
      BATCH_SIZES.map((size, i) =>
        configuration(
          `${kind}${size}`,
          'jedis',
          'set-pipeline-100',
          { ...set, 'workload.batch.size': size },
          keysPerSecOf(ms[i] ?? Number.NaN),
        ),
      ),
    ),
  ],
  reference: 'set1',
  orders: BATCH_SIZES.flatMap((size) => [
    order(`mset${size}`, `pipeline${size}`),
    order(`pipeline${size}`, `transactionInPipeline${size}`),
    order(`transactionInPipeline${size}`, 'set1'),
  ]),
};

/** S2: a caller whose pool tests its connections. 3.74 ms against about 1.5 for two commands. */
const testOnBorrow: Comparison = {
  id: 'testOnBorrow',
  article: 'S2',
  configurations: [
    configuration('untested', 'jedis', 'pool-without-tests', {}, perSecOf(1.5e6 / 2)),
    configuration('testedOnBorrow', 'jedis', 'pool-without-tests', {
      'client.connections.testOnBorrow': true,
    }),
    configuration('testedTwice', 'jedis', 'pool-tested-twice', {}, perSecOf(3.74e6 / 2)),
  ],
  reference: 'untested',
  orders: [order('untested', 'testedOnBorrow'), order('testedOnBorrow', 'testedTwice')],
};

export const COMPARISONS: readonly Comparison[] = [lettuceAgainstJedis, goPools, batches, testOnBorrow];

/** Commands of a request in the scenario: requests per second times this are keys per second. */
export function commandsOf(scenario: Json): number {
  const batch = (scenario as { workload?: { batch?: { kind: string; size?: number } } }).workload?.batch;
  return batch && batch.kind !== 'none' ? (batch.size ?? 1) : 1;
}
