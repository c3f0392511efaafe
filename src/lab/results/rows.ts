/** The rows of the summary table: the source of each metric, and the comparison of two. */

import { type PercentileName, percentileOf } from '../../model/explain/pending-percentile.ts';
import { comparedBy, partsOf, type RunResult, type Sides, sizeBy } from '../../model/explain/run-result.ts';
import { nameOf } from '../../model/explain/shared-cores.ts';
import { leavesOutMostWaiting } from '../../model/explain/starvation.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Words } from '../../ui/texts.tsx';

export type RowUnit =
  /** 1/s. */
  | 'rate'
  /** ns. */
  | 'time'
  /** 0 … 1. */
  | 'share'
  | 'number'
  /** Not compared. */
  | 'text';

export interface Figure {
  readonly value: number | undefined;
  /** Half-width of the 95 % interval, in the same unit. */
  readonly half?: number | undefined;
  /** Of text rows. */
  readonly text?: string | undefined;
  /** Whether the requests still waiting at the end of the run raise the value noticeably. */
  readonly isRaised?: boolean;
  /** Whether the value is a lower bound, because too many requests wait. */
  readonly isAtLeast?: boolean;
  /** Whether the value leaves out most of the waiting in its run. */
  readonly isPartial?: boolean;
}

export interface Row {
  readonly id: RowId;
  readonly unit: RowUnit;
  readonly read: (summary: RunResult) => Figure;
}

export interface RowGroup {
  readonly id: 'speed' | 'work' | 'batching' | 'run';
  readonly rows: readonly Row[];
}

const NS_PER_US = 1000;
const time = (us: number | null | undefined): number | undefined =>
  typeof us === 'number' ? us * NS_PER_US : undefined;
const known = (value: number | null | undefined): number | undefined => value ?? undefined;
const row = <Id extends string>(id: Id, unit: RowUnit, read: (summary: RunResult) => Figure) => ({
  id,
  unit,
  read,
});
const plain = <Id extends string>(
  id: Id,
  unit: RowUnit,
  read: (summary: RunResult) => number | null | undefined,
) => row(id, unit, (summary) => ({ value: known(read(summary)) }));

const clientHost = ({ hosts }: Summary) => hosts.find(({ host }) => host === 'client');
const syscallsOf = ({ syscalls }: Summary, isServer: boolean): number | undefined =>
  syscalls
    .filter((call) => call.class.startsWith('server') === isServer)
    .reduce<number | undefined>(
      (sum, { perRequest }) => (typeof perRequest === 'number' ? (sum ?? 0) + perRequest : sum),
      undefined,
    );

const RATES = ['throughput', 'requests', 'commands', 'keys'] as const;
/** The throughput in each unit of comparison; `rowsFor` selects the relevant ones. */
const rates = RATES.map((by) =>
  row(by, 'rate', (summary) => {
    const { perSec, halfWidth95 } = summary.throughput;
    const size = sizeBy(by, summary);
    return { value: perSec * size, half: known(halfWidth95 && halfWidth95 * size) };
  }),
);

/** Percentiles include the requests still waiting at the end where these raise them. */
const percentile = <Id extends string>(id: Id, name: PercentileName) =>
  row(id, 'time', (summary) => {
    const { us, isAtLeast = false, isRaised = false } = percentileOf(summary, name) ?? {};
    return { value: time(us), isAtLeast, isRaised, isPartial: !isRaised && leavesOutMostWaiting(summary) };
  });

const speed = [
  ...rates,
  row('mean', 'time', (summary) => ({
    value: time(summary.responseTime.meanUs),
    half: time(summary.responseTime.halfWidth95Us),
    isPartial: leavesOutMostWaiting(summary),
  })),
  percentile('p50', 'p50Us'),
  percentile('p90', 'p90Us'),
  percentile('p99', 'p99Us'),
  percentile('p999', 'p999Us'),
  plain('max', 'time', ({ responseTime }) => time(responseTime.maxUs)),
  plain('meanOfAll', 'time', ({ little }) => time(little.meanResponseUs)),
  plain('oldest', 'time', ({ requests }) => time(requests.oldestInProgressUs)),
] as const;

const work = [
  row('bottleneck', 'text', (summary) => ({
    value: summary.busiest?.utilisation,
    text: summary.busiest && nameOf(summary, summary.busiest.resource),
  })),
  plain('bound', 'rate', ({ busiest }) => busiest?.boundPerSec),
  plain(
    'serverMain',
    'share',
    ({ resources }) => resources.find(({ resource }) => resource === 'serverMain')?.utilisation,
  ),
  plain('clientUser', 'share', (summary) => clientHost(summary)?.user),
  plain('clientKernel', 'share', (summary) => clientHost(summary)?.kernel),
  plain('clientSwitch', 'share', (summary) => clientHost(summary)?.switch),
  plain('switches', 'number', (summary) => clientHost(summary)?.switchesPerRequest),
  plain('clientSyscalls', 'number', (summary) => syscallsOf(summary, false)),
  plain('serverSyscalls', 'number', (summary) => syscallsOf(summary, true)),
] as const;

const batching = [
  plain('perClientWrite', 'number', ({ batching }) => batching.commandsPerClientWrite),
  plain('perServerRead', 'number', ({ batching }) => batching.commandsPerServerRead),
  plain('perServerWrite', 'number', ({ batching }) => batching.repliesPerServerWrite),
  plain('inProgress', 'number', ({ little }) => little.meanInProgress),
] as const;

/** Only where a client keeps values. */
const caching = [
  plain('hitRatio', 'share', ({ clientSideCache }) => clientSideCache?.hitRatio),
  plain('invalidations', 'rate', ({ clientSideCache }) => clientSideCache?.invalidationsPerSec),
] as const;

/** Only where a client subscribes. */
const publishing = [
  plain('deliveries', 'rate', ({ pubSub }) => pubSub?.deliveriesPerSec),
  plain('deliveryTime', 'time', ({ pubSub }) => time(pubSub?.delivery.p99Us)),
  plain('closedSubscriptions', 'number', ({ pubSub }) => pubSub?.closed),
] as const;

const runRows = [
  plain('completed', 'number', ({ requests }) => requests.completed),
  plain('failed', 'number', ({ requests }) => requests.failed),
  plain('replicationLag', 'time', ({ replication }) => time(replication?.lag.p99Us)),
  row('fingerprint', 'text', ({ fingerprint }) => ({ value: undefined, text: fingerprint })),
] as const;

export type RowId = (
  | typeof speed
  | typeof work
  | typeof batching
  | typeof caching
  | typeof publishing
  | typeof runRows
)[number]['id'];

export const ROW_GROUPS: readonly RowGroup[] = [
  { id: 'speed', rows: speed },
  { id: 'work', rows: work },
  { id: 'batching', rows: [...batching, ...caching, ...publishing] },
  { id: 'run', rows: runRows },
];

/** The row by which the throughputs of some runs are compared. */
export const rateRow = (sides: Sides): Row => speed.find(({ id }) => id === comparedBy(sides)) ?? speed[0];

/** The relevant rows of some runs: for batches, also their content; those of a cache or of subscribers only where there are some. */
export function rowsFor(rows: readonly Row[], sides: Sides): readonly Row[] {
  const rowIds: readonly RowId[] =
    comparedBy(sides) === 'throughput' ? ['throughput'] : ['requests', partsOf(sides)];
  const isReplicated = sides.some(({ summary }) => summary && 'replication' in summary);
  const hasCache = sides.some(({ summary }) => summary && 'clientSideCache' in summary);
  const subscribes = sides.some(({ summary }) => summary && 'pubSub' in summary);
  return rows.filter(({ id }) => {
    if (caching.some((row) => row.id === id)) return hasCache;
    if (publishing.some((row) => row.id === id)) return subscribes;
    return id === 'replicationLag'
      ? isReplicated
      : rowIds.includes(id) || !rates.some((rate) => rate.id === id);
  });
}

/** Facts that row names depend on: with several nodes, the busiest is shown. */
export const nameFacts = (sides: readonly { readonly summary: RunResult | undefined }[]) => ({
  nodes: Math.max(1, ...sides.map(({ summary }) => summary?.nodes.length ?? 1)),
});

/** Rates that count requests of any size. */
const OF_REQUESTS: readonly RowId[] = ['throughput', 'requests', 'bound'];

/** Whether a metric of some runs may be compared: requests of different sizes are not the same work. */
export const isComparable = ({ id, unit }: Row, sides: Sides): boolean =>
  unit !== 'text' && (!OF_REQUESTS.includes(id) || OF_REQUESTS.includes(comparedBy(sides)));

/** Whether a metric has no value because arrivals exceed completions. */
export const isEndless = ({ id }: Row, summary: RunResult | undefined): boolean =>
  id === 'meanOfAll' && summary?.isGrowing === true;

/** A value in its unit: "8,123/s", "1.2 ms", "12.3%". */
export function figureText(unit: RowUnit, value: number | undefined, words: Words, unknown: string): string {
  if (value === undefined) return unknown;
  if (unit === 'time') return words.duration(value);
  if (unit === 'share') return words.percent(value);
  return unit === 'rate' ? `${words.number(value)}/s` : words.number(value);
}

/** The half-width of an interval; the unit of a rate is not repeated, and a zero interval is omitted. */
export function halfText(unit: RowUnit, half: number, words: Words): string {
  return unit === 'rate' ? words.number(half) : figureText(unit, half, words, '');
}

/** B − A as text, with its sign. */
export function deltaOf(
  unit: RowUnit,
  a: number,
  b: number,
  words: Words,
  points: (value: string) => string,
): string {
  const delta = b - a;
  const sign = delta < 0 ? '−' : '+';
  const size = Math.abs(delta);
  if (unit === 'share') return sign + points(words.number(size * 100));
  return sign + figureText(unit, size, words, '');
}

/** A value in text; a lower bound has its sign. */
export const boundText = (text: string, { isAtLeast }: Figure): string => (isAtLeast ? `≥ ${text}` : text);

/** B / A: as a factor when they are far apart, in per cent when they are close. */
export function ratioOf(a: number, b: number, words: Words): string | undefined {
  if (!(a > 0) || !(b > 0)) return undefined;
  const ratio = b / a;
  if (ratio >= 2) return `×${words.number(ratio)}`;
  if (ratio <= 0.5) return `÷${words.number(1 / ratio)}`;
  return `${ratio < 1 ? '−' : '+'}${words.percent(Math.abs(ratio - 1))}`;
}
