/** Overrides: settings of an experiment's systems besides its parameters. */
import type { Edits, Json } from '../scenario/patch.ts';
import type { Sweep, SweepSeries } from './definition.ts';

/** They have their own fields in the form. */
const RUN_LENGTH: readonly string[] = ['run.warmupMs', 'run.measuredMs'];

/** Systems and overrides with a common origin: a preset experiment, a file or a link. */
export type Origin = Pick<Sweep, 'series' | 'set'>;

/** Overrides without a field in the form. */
export const overridesOf = (set: Edits): (readonly [path: string, value: Json])[] =>
  Object.entries(set).filter(([path]) => !RUN_LENGTH.includes(path));

/** A set without one override. A choice (`….kind`) removes the settings of its variant as well. */
export function withoutOverride(set: Edits, path: string): Edits {
  const variant = path.endsWith('.kind') ? path.slice(0, -'kind'.length) : undefined;
  return Object.fromEntries(
    Object.entries(set).filter(
      ([other]) => other !== path && !(variant !== undefined && other.startsWith(variant)),
    ),
  );
}

const systemOf = ({ preset, scenario }: SweepSeries): string => JSON.stringify([preset, scenario]);

/** The overrides after a change of systems: those of an origin end with its last system; manual ones stay. */
export function setAfter(set: Edits, series: readonly SweepSeries[], origin: Origin | undefined): Edits {
  if (!origin) return set;
  const known = new Set(origin.series.map(systemOf));
  if (series.some((system) => known.has(systemOf(system)))) return set;
  const isOwn = ([path, value]: readonly [string, Json]) =>
    !Object.hasOwn(origin.set, path) || JSON.stringify(origin.set[path]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(set).filter(isOwn));
}
