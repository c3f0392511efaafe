/** The options of `sim sweep`. */
import type { Axis, AxisValue } from '../model/sweep/definition.ts';
import type { SweepRequest } from './sweep.ts';

export const SWEEP_OPTIONS = {
  csv: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
  seeds: { type: 'string' },
  precision: { type: 'string' },
  budget: { type: 'string' },
  metric: { type: 'string', default: '' },
  shard: { type: 'string', default: '1/1' },
  jobs: { type: 'string' },
} as const;

interface SweepValues {
  readonly csv: boolean;
  readonly json: boolean;
  readonly set: readonly string[];
  readonly seeds?: string | undefined;
  readonly precision?: string | undefined;
  readonly budget?: string | undefined;
  readonly shard: string;
  readonly jobs?: string | undefined;
}

type SweepOptions = Pick<SweepRequest, 'set' | 'seeds' | 'precision' | 'budgetS' | 'shard' | 'jobs'>;

/** The options, or a sentence that says what is wrong with one of them. */
export function readSweepArguments(values: SweepValues): SweepOptions | string {
  if (values.csv && values.json) return '--csv and --json: choose one of them';
  const set: Axis[] = [];
  for (const text of values.set) {
    const axis = readAxis(text);
    if (!axis) return `--set: ${text} is not PATH=1,8,50 or PATH=lin:1:200:10 or PATH=log:1:200:10`;
    set.push(axis);
  }
  const [part, of] = (/^(\d+)\/(\d+)$/.exec(values.shard) ?? []).slice(1).map(Number);
  if (!part || !of || part > of) return `--shard: ${values.shard} is not I/N with I from 1 to N`;
  const numbers: Partial<Record<'seeds' | 'precision' | 'budget' | 'jobs', number>> = {};
  for (const name of ['seeds', 'precision', 'budget', 'jobs'] as const) {
    const text = values[name];
    if (text === undefined) continue;
    const isPercent = name === 'precision' && text.endsWith('%');
    const number = Number(isPercent ? text.slice(0, -1) : text);
    if (!(number > 0)) return `--${name}: ${text} is not a number above 0`;
    numbers[name] = isPercent ? number / 100 : number;
  }
  const { seeds, precision, budget, jobs } = numbers;
  return { set, seeds, precision, budgetS: budget, jobs: jobs && Math.ceil(jobs), shard: { part, of } };
}

function readAxis(text: string): Axis | undefined {
  const equals = text.indexOf('=');
  if (equals < 1 || equals === text.length - 1) return undefined;
  const paths = text.slice(0, equals).split('+');
  const [scale, from, to, points, ...rest] = text.slice(equals + 1).split(':');
  if (scale === 'lin' || scale === 'log') {
    const numbers = [from, to, points].map(Number);
    if (rest.length > 0 || !numbers.every((number) => Number.isFinite(number))) return undefined;
    const [first = 0, last = 0, count = 0] = numbers;
    return { paths, from: first, to: last, points: count, scale: scale === 'log' ? 'log' : 'linear' };
  }
  return {
    paths,
    values: text
      .slice(equals + 1)
      .split(',')
      .map(readValue),
  };
}

/** Numbers, true and false are meant as such; everything else is a name. */
function readValue(text: string): AxisValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
