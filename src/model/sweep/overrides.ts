/** Overrides: settings that an experiment changes in its systems, beside the knobs of its axes. */
import type { Edits, Json } from '../scenario/patch.ts';
import type { Sweep, SweepSeries } from './definition.ts';

/** They have fields of their own in the form. */
const RUN_LENGTH: readonly string[] = ['run.warmupMs', 'run.measuredMs'];

/** The systems and the overrides that came together: with a ready experiment, a file or a link. */
export type Origin = Pick<Sweep, 'series' | 'set'>;

/** The overrides of a set that no field of the form shows. */
export const overridesOf = (set: Edits): (readonly [path: string, value: Json])[] =>
  Object.entries(set).filter(([path]) => !RUN_LENGTH.includes(path));

/** A set without one override. A choice (`….kind`) takes the settings of its variant with it. */
export function withoutOverride(set: Edits, path: string): Edits {
  const variant = path.endsWith('.kind') ? path.slice(0, -'kind'.length) : undefined;
  return Object.fromEntries(
    Object.entries(set).filter(
      ([other]) => other !== path && !(variant !== undefined && other.startsWith(variant)),
    ),
  );
}

const systemOf = ({ preset, scenario }: SweepSeries): string => JSON.stringify([preset, scenario]);

/**
 * The overrides of all systems after the list of systems has changed: those that came with systems end with the last of these.
 * What was set by hand since then stays.
 */
export function setAfter(set: Edits, series: readonly SweepSeries[], origin: Origin | undefined): Edits {
  if (!origin) return set;
  const known = new Set(origin.series.map(systemOf));
  if (series.some((system) => known.has(systemOf(system)))) return set;
  const isOwn = ([path, value]: readonly [string, Json]) =>
    !Object.hasOwn(origin.set, path) || JSON.stringify(origin.set[path]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(set).filter(isOwn));
}
