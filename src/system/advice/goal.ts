/**
 * Goals in words that people type: `p99<5ms`, `throughput>20000`, `fewest connections`, `least CPU`, several of them with
 * commas, and the load: `p99<5ms at 20000/s`.
 */
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { boundOf, type Values } from '../../model/sweep/metrics.ts';

/** Metrics that a condition can name, with the name of their values. */
const METRICS = {
  p50: 'responseTime.p50Us',
  p90: 'responseTime.p90Us',
  p99: 'responseTime.p99Us',
  p999: 'responseTime.p999Us',
  mean: 'little.meanResponseUs',
  throughput: 'throughput.perSec',
  failures: 'failures',
} as const;

export type GoalMetric = keyof typeof METRICS;
export const GOAL_METRICS = Object.keys(METRICS) as readonly GoalMetric[];

/** Unit of a metric's values: µs, 1/s, or a share of the requests. */
export const unitOfGoal = (metric: GoalMetric): 'us' | '1/s' | 'share' =>
  metric === 'throughput' ? '1/s' : metric === 'failures' ? 'share' : 'us';

export interface Condition {
  readonly metric: GoalMetric;
  /** At most, or at least. */
  readonly relation: '<' | '>';
  /** µs, 1/s, or a share. */
  readonly value: number;
}

/** What is best among the configurations that meet all conditions. */
export type Objective = 'connections' | 'cpu' | 'throughput' | 'p99' | 'mean';

export interface Goal {
  readonly conditions: readonly Condition[];
  /** Undefined: what the first condition asks, as far as possible. */
  readonly objective: Objective | undefined;
  /** Offered load, 1/s; undefined: that of the scenario. */
  readonly ratePerSec: number | undefined;
}

const LEAST = '(?:fewest|least|lowest|min(?:imum)?)';
const MOST = '(?:most|highest|max(?:imum)?)';

/** Names of the objectives in English and Chinese. */
const WORDS: readonly (readonly [RegExp, Objective])[] = [
  [new RegExp(`^(?:${LEAST}\\s+connections?|最少连接数?|连接数?最少)$`, 'i'), 'connections'],
  [new RegExp(String.raw`^(?:${LEAST}\s+cpu|最[少低]\s*cpu|cpu\s*最[少低])$`, 'i'), 'cpu'],
  [new RegExp(String.raw`^(?:${MOST}\s+throughput|最[大高]吞吐量?|吞吐量?最[大高])$`, 'i'), 'throughput'],
  [new RegExp(String.raw`^(?:${LEAST}\s+p99|最低\s*p99|p99\s*最低)$`, 'i'), 'p99'],
  [
    new RegExp(
      String.raw`^(?:${LEAST}\s+(?:mean|latency|response(?:\s+time)?)|最[短低]平均响应时间|平均响应时间最[短低])$`,
      'i',
    ),
    'mean',
  ],
];

const FACTORS: Readonly<Record<string, number>> = { us: 1, µs: 1, μs: 1, ms: 1e3, s: 1e6 };
const THOUSANDS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6 };

/** Reads `5ms`, `20k`, `20000/s`, `0.1%` in the unit of a metric; undefined if it is none. */
function readValue(text: string, metric: GoalMetric): number | undefined {
  const match = /^([\d.]+)\s*(%|us|µs|μs|ms|s|k|m)?(\s*\/\s*s(?:ec)?)?$/i.exec(
    text.trim().replaceAll(',', ''),
  );
  const number = Number(match?.[1]);
  const unit = (match?.[2] ?? '').toLowerCase();
  if (!match || !Number.isFinite(number)) return undefined;
  const kind = unitOfGoal(metric);
  if (kind === 'share') return unit === '%' ? number / 100 : unit === '' ? number : undefined;
  const factor = (kind === 'us' ? FACTORS : THOUSANDS)[unit];
  return factor === undefined || (kind === 'us' && match[3]) ? undefined : number * factor;
}

/** A part of a goal that cannot be read, as it was written. */
export interface UnreadGoal {
  readonly part: string;
}

const isMetric = (name: string): name is GoalMetric => name in METRICS;

/** Reads one condition: `p99<5ms`. */
export function readCondition(text: string): Condition | UnreadGoal {
  const match = /^\s*([\w.]+)\s*(<=?|>=?|≤|≥)\s*(.+?)\s*$/.exec(text);
  const name = (match?.[1] ?? '').toLowerCase().replace('99.9', '999');
  if (!match || !isMetric(name)) return { part: text };
  const value = readValue(match[3] ?? '', name);
  const relation = /[<≤]/.test(match[2] ?? '') ? '<' : '>';
  return value === undefined ? { part: text } : { metric: name, relation, value };
}

/** Reads a goal, or returns the part that cannot be read. */
export function readGoal(text: string): Goal | UnreadGoal {
  const [before = '', after, ...more] = text.split(/\s+at\s+|[@＠]/i);
  // What follows the load after a comma belongs to the goal.
  const [load, ...rest] = after?.split(/(?:,(?!\d)|[;，；、])/) ?? [];
  const goals = [before, ...rest].join(';');
  const ratePerSec = load === undefined ? undefined : readValue(load, 'throughput');
  if (more.length > 0 || (load !== undefined && !ratePerSec)) return { part: load ?? text };
  const conditions: Condition[] = [];
  let objective: Objective | undefined;
  // A comma between digits belongs to the number.
  for (const part of goals
    .replace(/[＜＞]/g, (sign) => (sign === '＜' ? '<' : '>'))
    .split(/,(?!\d)|\s+and\s+|[;，；、]/)
    .map((each) => each.trim())) {
    const word = WORDS.find(([pattern]) => pattern.test(part))?.[1];
    if (word) {
      if (objective) return { part };
      objective = word;
      continue;
    }
    const condition = readCondition(part);
    if ('part' in condition) return condition;
    conditions.push(condition);
  }
  return { conditions, objective, ratePerSec };
}

/** Edits that give a scenario the load of a goal: that of all processes together. */
export function loadEdits({ workload: { arrivals }, client }: Scenario, { ratePerSec }: Goal): Edits {
  if (ratePerSec === undefined) return {};
  return {
    ...(arrivals.kind === 'open'
      ? {}
      : { 'workload.arrivals.kind': 'open', 'workload.arrivals.callers': arrivals.callers }),
    'workload.arrivals.ratePerSec': ratePerSec / client.instances,
  };
}

/** A goal's metric of one run; undefined if the run has none. */
export function goalValue(values: Values, metric: GoalMetric): number | undefined {
  if (metric !== 'failures') return values[METRICS[metric]];
  const lost = (values['requests.failed'] ?? 0) + (values['requests.shed'] ?? 0);
  const all = lost + (values['requests.completed'] ?? 0);
  return all > 0 ? lost / all : undefined;
}

/** Whether a run gives only a lower bound of a metric. */
export const isLowerBound = (values: Values, metric: GoalMetric): boolean =>
  values[boundOf(METRICS[metric])] === 1;

/** Whether a value meets a condition. */
export const meets = ({ relation, value }: Condition, measured: number): boolean =>
  relation === '<' ? measured <= value : measured >= value;

/** The text of a condition, as it can be typed. */
export function conditionText({ metric, relation, value }: Condition): string {
  const unit = unitOfGoal(metric);
  if (unit === 'share') return `${metric}${relation}${value * 100}%`;
  if (unit === '1/s') return `${metric}${relation}${value}`;
  const [factor, name] = value >= 1000 ? [1000, 'ms'] : [1, 'us'];
  return `${metric}${relation}${value / factor}${name}`;
}
