/** Values of options as text. Durations have a unit: that in which their line, or else the library, counts. */
import { libraryById, withIncluded } from '../../model/libraries/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { literalIn, writtenUnit } from '../advice/rewrite/literal.ts';
import type { Reading, Setting } from '../system.ts';

/** µs in each unit of a duration. */
const US = { us: 1, ms: 1e3, s: 1e6 } as const;
export type DurationUnit = keyof typeof US;

/** Units of a duration: of the scenario’s value, and of the notation. */
export interface Units {
  readonly value: 'us' | 'ms';
  readonly written: DurationUnit;
}

/** The unit of a scenario’s duration, which its name ends with; undefined: no duration. */
export const durationUnit = (path: string): Units['value'] | undefined =>
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

/** The units of a setting; undefined if it is no duration. */
export function unitsOf({ library }: Reading, { path, value, origin }: Setting): Units | undefined {
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

/** "50", "2 s", "true". A number without units is no duration. */
export function optionText(value: Json | null, units: Units | undefined): string {
  if (typeof value !== 'number' || !units) return String(value);
  const written = (value * US[units.value]) / US[units.written];
  return `${Number(written.toPrecision(12))} ${units.written === 'us' ? 'µs' : units.written}`;
}
