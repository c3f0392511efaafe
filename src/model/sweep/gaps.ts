/** Invalid points by reason, and settings that would give a system the missing field. */
import { type Field, fields } from '../scenario/fields.ts';
import type { Edits, Json } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';
import type { Sweep } from './definition.ts';
import { numbered, type Place } from './plan.ts';
import type { Gap } from './results.ts';

/** Points with the same reason. */
export interface GapGroup {
  readonly problem: Problem;
  readonly places: readonly Place[];
  /**
   * Indices of the systems for which the reason holds everywhere; undefined if others have it at some
   * positions.
   */
  readonly systems: readonly number[] | undefined;
}

const reasonOf = ({ detail: _, ...problem }: Problem): string => JSON.stringify(problem);

/** One group per reason, by first point. */
export function gapGroups(sweep: Sweep, gaps: readonly Gap[]): GapGroup[] {
  const places = numbered(sweep);
  const perSystem = places.length / sweep.series.length;
  const groups = new Map<string, { problem: Problem; places: Place[] }>();
  for (const { point, problem } of [...gaps].sort((a, b) => a.point - b.point)) {
    const place = places[point];
    if (!place) continue;
    const reason = reasonOf(problem);
    const group = groups.get(reason) ?? { problem, places: [] };
    group.places.push(place);
    groups.set(reason, group);
  }
  return [...groups.values()].map((group) => {
    const counts = new Map<number, number>();
    for (const { series } of group.places) counts.set(series, (counts.get(series) ?? 0) + 1);
    const isWhole = perSystem > 1 && [...counts.values()].every((count) => count === perSystem);
    return { ...group, systems: isWhole ? [...counts.keys()] : undefined };
  });
}

/** Arrivals per second for a load that becomes open, unless varied: most presets can sustain it. */
const OPEN_LOAD_PER_SEC = 20_000;

/** Replacements for variant defaults that do not suit experiments about another parameter. */
const ALONG: Readonly<Record<string, Edits>> = {
  'workload.arrivals.kind=open': { 'workload.arrivals.ratePerSec': OPEN_LOAD_PER_SEC },
};

/** Edits that go along with a choice: values that suit experiments. */
export const editsAlong = (path: string, choice: Json): Edits => ALONG[`${path}=${String(choice)}`] ?? {};

function conditionsOf({ when, needs }: Field): [string, Json][] {
  const chosen = when.map(({ path, is }): [string, Json] => [path, is]);
  const needed = Object.entries(needs).flatMap(([path, values]): [string, Json][] => {
    const value = values.find((each) => each !== null);
    return value === undefined ? [] : [[path, value]];
  });
  return [...chosen, ...needed];
}

/** Edits that give a system a field which it lacks, with suitable values. */
export function enablingEdits(field: Field): Edits {
  const conditions = conditionsOf(field);
  const along = conditions.flatMap(([path, is]) => Object.entries(editsAlong(path, is)));
  return Object.fromEntries([...conditions, ...along]);
}

/** Alternative edits that give a system the missing field (`SWP-02`); none for other problems. */
export function repairs(sweep: Sweep, { problem }: GapGroup): Edits[] {
  if (problem.code !== 'SWP-02') return [];
  const varied = new Set(sweep.axes.flatMap(({ paths }) => paths));
  const alternatives = fields
    .filter(({ path }) => problem.path.split(', ').includes(path))
    .map(
      (field): Edits =>
        Object.fromEntries(Object.entries(enablingEdits(field)).filter(([path]) => !varied.has(path))),
    )
    .filter((edits) => Object.keys(edits).length > 0);
  return [...new Map(alternatives.map((edits) => [JSON.stringify(edits), edits])).values()];
}

/** The definition with such edits: for every system, or only for those without the field. */
export function withRepair(sweep: Sweep, { systems }: GapGroup, edits: Edits): Pick<Sweep, 'series' | 'set'> {
  if (!systems || systems.length === sweep.series.length)
    return { series: sweep.series, set: { ...sweep.set, ...edits } };
  return {
    set: sweep.set,
    series: sweep.series.map((system, number) =>
      systems.includes(number) ? { ...system, set: { ...system.set, ...edits } } : system,
    ),
  };
}
