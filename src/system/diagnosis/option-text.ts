/** Values of options as text. Durations have a unit: that in which their line, or else the library, counts. Caches have bytes. */
import { libraryById, withIncluded } from '../../model/libraries/library.ts';
import type { Edits, Json } from '../../model/scenario/patch.ts';
import { literalIn, writtenUnit } from '../advice/rewrite/literal.ts';
import { bytesFor, cacheAfter } from '../cache-bytes.ts';
import type { Reading, Setting } from '../system.ts';

/** µs in each unit of a duration. */
const US = { us: 1, ms: 1e3, s: 1e6 } as const;
export type DurationUnit = keyof typeof US;

/** Units of a duration: of the scenario’s value, and of the notation. */
interface DurationUnits {
  readonly value: 'us' | 'ms';
  readonly written: DurationUnit;
}

/** Units of a duration, or bytes. */
export type Units = DurationUnits | 'bytes';

/** The unit of a scenario’s duration, which its name ends with; undefined: no duration. */
export const durationUnit = (path: string): DurationUnits['value'] | undefined =>
  path.endsWith('Ms') ? 'ms' : path.endsWith('Us') ? 'us' : undefined;

const isUnit = (unit: string | undefined): unit is DurationUnit =>
  unit !== undefined && Object.hasOwn(US, unit);

/** The unit with which a literal ends, as in `2s` or `Duration.ofSeconds(2)`. */
function namedUnit(literal: string): DurationUnit | undefined {
  const [, suffix, of, go] =
    /[\d.]\s*(us|ms|s)["']?$|of(Millis|Seconds)\(|time\.(Microsecond|Millisecond|Second)/.exec(literal) ?? [];
  const name = (suffix ?? of ?? go ?? '').toLowerCase();
  return {
    us: 'us',
    microsecond: 'us',
    ms: 'ms',
    millis: 'ms',
    millisecond: 'ms',
    s: 's',
    seconds: 's',
    second: 's',
  }[name] as DurationUnit | undefined;
}

/** The units of a setting; undefined if it has none. */
export function unitsOf({ library }: Reading, { path, value, origin, cache }: Setting): Units | undefined {
  if (cache) return 'bytes';
  const own = durationUnit(path);
  if (!own) return undefined;
  if (origin.from === 'line') {
    const place = literalIn(origin.text, origin.key);
    const literal = place ? origin.text.slice(place.from, place.to) : '';
    const written = namedUnit(literal) ?? writtenUnit(literal, value, own);
    if (isUnit(written)) return { value: own, written };
  }
  const known = library ? libraryById(library.id) : undefined;
  const options = known ? withIncluded(known).flatMap((each) => each.options) : [];
  const written = options.find(({ sets }) => sets === path)?.unit;
  return { value: own, written: isUnit(written) ? written : own };
}

/**
 * A change of the scenario as one of the option: a limit in bytes where the field counts the entries of a cache.
 * @param edits all changes of which this is one
 */
export function inOption(
  setting: Setting | undefined,
  from: Json | null,
  to: Json,
  edits: Edits,
): { readonly from: Json | null; readonly to: Json } {
  const cache = setting && cacheAfter(setting, edits);
  return cache && typeof to === 'number' ? { from: cache.bytes, to: bytesFor(to, cache) } : { from, to };
}

const BYTE_UNITS = [
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
] as const;

/** "8 MiB", or the bytes where they are no whole number of a unit. */
function bytesText(bytes: number): string {
  const [name, size] = BYTE_UNITS.find(([, each]) => bytes >= each && bytes % each === 0) ?? ['B', 1];
  return `${bytes / size} ${name}`;
}

/** "50", "2 s", "8 MiB", "true". A number without units is neither a duration nor a size. */
export function optionText(value: Json | null, units: Units | undefined): string {
  if (typeof value !== 'number' || !units) return String(value);
  if (units === 'bytes') return bytesText(value);
  const written = (value * US[units.value]) / US[units.written];
  return `${Number(written.toPrecision(12))} ${units.written === 'us' ? 'µs' : units.written}`;
}
