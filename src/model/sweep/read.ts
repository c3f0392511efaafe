/** Parses an untrusted definition. The engine validates its scenarios; everything else is checked here. */
import { fields } from '../scenario/fields.ts';
import { closestMatch } from '../scenario/fuzzy-match.ts';
import { anyField } from '../scenario/list-fields.ts';
import { migrateEdits, migratePath, migrateValue } from '../scenario/migrate-version-1.ts';
import type { Edits, Json } from '../scenario/patch.ts';
import { presetIds } from '../scenario/presets.ts';
import type { Problem } from '../scenario/problem.ts';
import { type Axis, type AxisValue, DEFAULTS, LIMITS, type Sweep, type SweepSeries } from './definition.ts';
import { pointCount } from './plan.ts';

type Members = Readonly<Record<string, Json>>;

/** A definition, or its problems. */
export interface ReadSweep {
  readonly sweep: Sweep | undefined;
  readonly problems: readonly Problem[];
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a JSON value is a definition rather than a scenario. */
export const isSweep = (value: unknown): boolean =>
  isObject(value) && (value.roundtrip === 'sweep' || ('axes' in value && 'series' in value));

const KNOWN = ['roundtrip', 'version', 'series', 'axes', ...Object.keys(DEFAULTS)];

/** Adds the defaults and checks what needs no engine. */
export function readSweep(value: unknown): ReadSweep {
  if (!isObject(value)) return { sweep: undefined, problems: [{ code: 'SWP-01', path: '' }] };
  const problems: Problem[] = [];
  const wrong = (path: string, entry: Json | undefined, min?: number, max?: number): undefined => {
    problems.push({
      code: min === undefined ? 'SWP-08' : 'SWP-03',
      path,
      value: JSON.stringify(entry)?.slice(0, 80) ?? '',
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    });
  };
  for (const name of Object.keys(value)) if (!KNOWN.includes(name)) problems.push(unknown(name, KNOWN));
  const integer = (name: 'seeds' | 'firstSeed', min: number, max: number): number => {
    const entry = value[name] ?? DEFAULTS[name];
    if (typeof entry === 'number' && Number.isInteger(entry) && entry >= min && entry <= max) return entry;
    wrong(name, entry, min, max);
    return DEFAULTS[name];
  };
  const positive = (name: 'precision' | 'budgetS', min: number, max: number): number | null => {
    const entry = value[name] ?? null;
    if (entry === null || (typeof entry === 'number' && entry >= min && entry <= max)) return entry;
    wrong(name, entry, min, max);
    return null;
  };
  const text = (name: 'question' | 'metric'): string => {
    const entry = value[name] ?? DEFAULTS[name];
    if (typeof entry === 'string') return entry;
    wrong(name, entry);
    return DEFAULTS[name];
  };
  const list = (name: 'series' | 'axes', max: number): readonly Json[] => {
    const entry = value[name];
    if (Array.isArray(entry) && entry.length >= 1 && entry.length <= max) return entry;
    wrong(name, entry, 1, max);
    return [];
  };
  const version = value.version ?? 1;
  if (version !== 1)
    problems.push({ code: 'SWP-06', path: 'version', value: JSON.stringify(version), max: 1 });
  const sweep: Sweep = {
    roundtrip: 'sweep',
    version: 1,
    question: text('question'),
    series: list('series', LIMITS.series).flatMap((entry, index) =>
      readSeries(entry, index, wrong, problems),
    ),
    axes: list('axes', LIMITS.axes).flatMap((entry, index) => readAxis(entry, index, wrong, problems)),
    set: isObject(value.set ?? {})
      ? migrateEdits((value.set ?? {}) as Edits)
      : (wrong('set', value.set) ?? {}),
    metric: text('metric'),
    seeds: integer('seeds', 1, LIMITS.seeds),
    firstSeed: integer('firstSeed', 0, 4_000_000_000),
    precision: value.precision === 'answer' ? 'answer' : positive('precision', 0.0001, 1),
    budgetS: positive('budgetS', 0.1, 1e6),
  };
  if (problems.length === 0 && pointCount(sweep) > LIMITS.points)
    wrong('axes', pointCount(sweep), 1, LIMITS.points);
  return { sweep: problems.length === 0 ? sweep : undefined, problems };
}

type Wrong = (path: string, given: Json | undefined, min?: number, max?: number) => undefined;

function unknown(name: string, allowed: readonly string[]): Problem {
  const suggestion = closestMatch(name, allowed);
  return {
    code: 'SWP-04',
    path: name,
    allowed: [...allowed],
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function readSeries(value: Json, index: number, wrong: Wrong, problems: Problem[]): SweepSeries[] {
  const path = `series.${index}`;
  if (!isObject(value)) return wrong(path, value) ?? [];
  for (const name of Object.keys(value))
    if (!['name', 'preset', 'scenario', 'set'].includes(name))
      problems.push(unknown(`${path}.${name}`, ['name', 'preset', 'scenario', 'set']));
  const { name, preset, scenario, set } = value;
  if (name !== undefined && typeof name !== 'string') wrong(`${path}.name`, name);
  if (set !== undefined && !isObject(set)) wrong(`${path}.set`, set);
  if (preset !== undefined && !presetIds.some((id) => id === preset)) {
    const suggestion = closestMatch(String(preset), presetIds);
    problems.push({
      code: 'SWP-05',
      path: `${path}.preset`,
      value: String(preset),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  return [
    {
      name: typeof name === 'string' ? name : String(preset ?? index + 1),
      ...(typeof preset === 'string' ? { preset } : {}),
      ...(scenario === undefined ? {} : { scenario }),
      ...(isObject(set) ? { set: migrateEdits(set as Edits) } : {}),
    },
  ];
}

function readAxis(value: Json, index: number, wrong: Wrong, problems: Problem[]): Axis[] {
  const path = `axes.${index}`;
  if (!isObject(value)) return wrong(path, value) ?? [];
  const { paths, values, from, to, points, scale } = value;
  if (!Array.isArray(paths) || paths.length === 0) return wrong(`${path}.paths`, paths) ?? [];
  const [former] = paths as readonly Json[];
  const knobs = (paths as readonly Json[]).map((knob) =>
    typeof knob === 'string' ? migratePath(knob) : knob,
  );
  for (const knob of knobs) {
    if (typeof knob === 'string' && anyField(knob)) continue;
    const suggestion = closestMatch(
      String(knob),
      fields.map((field) => field.path),
    );
    problems.push({
      code: 'SWP-04',
      path: `${path}.paths: ${String(knob)}`,
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length === 0) return wrong(`${path}.values`, values) ?? [];
    const isValue = (value: unknown) => ['number', 'string', 'boolean'].includes(typeof value);
    if (!values.every(isValue)) return wrong(`${path}.values`, values) ?? [];
    const present = (values as readonly AxisValue[]).map((value) => migrateValue(String(former), value));
    return [{ paths: knobs as readonly string[], values: [...new Set(present as readonly AxisValue[])] }];
  }
  const isRange =
    typeof from === 'number' &&
    typeof to === 'number' &&
    typeof points === 'number' &&
    Number.isInteger(points);
  if (!isRange) return wrong(path, value) ?? [];
  if (points < 2 || points > LIMITS.points) return wrong(`${path}.points`, points, 2, LIMITS.points) ?? [];
  if (scale !== undefined && scale !== 'linear' && scale !== 'log')
    return wrong(`${path}.scale`, scale) ?? [];
  if (scale === 'log' && (from <= 0 || to <= 0)) return wrong(`${path}.from`, from) ?? [];
  return [{ paths: knobs as readonly string[], from, to, points, scale: scale ?? 'linear' }];
}
