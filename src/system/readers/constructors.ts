/** Options that code gives to constructors and functions by their place: `new JedisPool(config, host, port, timeout)`. */
import {
  type Constructors,
  type Library,
  type Parameter,
  withIncluded,
} from '../../model/libraries/library.ts';
import { argumentsIn } from './assignments.ts';
import type { FoundOption } from './reader-result.ts';
import { durationMs, numberOf } from './value.ts';

export interface Constructed {
  /** Arguments that set options. */
  readonly options: readonly FoundOption[];
  /** Calls of which no overload is known, or several fit: their numbers are not read. */
  readonly unclear: readonly FoundOption[];
}

/** Reads the calls of a library's constructors. @param resolve the value of a name that is declared once, else the text itself */
export function constructedIn(
  code: string,
  library: Library,
  resolve: (raw: string) => string,
  lineOf: (at: number) => number,
): Constructed {
  const options: FoundOption[] = [];
  const unclear: FoundOption[] = [];
  for (const { constructors } of withIncluded(library))
    for (const { names, overloads } of constructors?.calls ?? [])
      for (const name of names)
        for (const { at, values } of argumentsIn(code, name)) {
          const own = values.filter(({ raw }) => !NAMED.test(raw));
          const resolved = own.map(({ raw }) => resolve(raw));
          const fitting = fittingOf(overloads, resolved, constructors as Constructors);
          if (fitting.length === 0) {
            // Calls with a number tell a limit or a time that is not read.
            const numbers = resolved.filter(isNumber);
            if (numbers.length > 0)
              unclear.push({ key: `${name}(…)`, raw: numbers.join(', '), line: lineOf(at), kind: 'code' });
            continue;
          }
          const read = own.map((value, index) => {
            const found = new Set(fitting.map((overload) => overload[index] ?? ''));
            const ids = new Set([...found].map((each) => constructors?.parameters[each]?.option));
            // Several overloads may fit: what all agree on is certain.
            return { ...value, names: [...found], option: [...ids][0], isCertain: ids.size === 1 };
          });
          read.forEach(({ at: place, names: own, option, isCertain, raw }, index) => {
            const line = lineOf(place);
            const written = { raw: resolved[index] ?? raw, line, kind: 'code' } as const;
            if (isCertain && option !== undefined)
              options.push({ ...written, key: `${name}(${own[0]})`, option });
            else if (!isCertain && isNumber(written.raw))
              unclear.push({ ...written, key: `${name}(${own.join(' / ') || raw})` });
          });
        }
  return { options, unclear };
}

/** Arguments with a name: Python's and C#'s. */
const NAMED = /^(?:\w+\s*[=:](?![=:])|\*\*?\w)/;

const isNumber = (raw: unknown): boolean => typeof raw === 'string' && numberOf(raw) !== undefined;

/** The overloads to which the arguments can belong; those whose names they repeat come alone. */
function fittingOf(
  overloads: readonly (readonly string[])[],
  values: readonly string[],
  { parameters }: Constructors,
): readonly (readonly string[])[] {
  const fitting = overloads.filter(
    (overload) =>
      overload.length === values.length &&
      overload.every((name, index) => canBe(values[index] ?? '', parameters[name]?.is ?? 'other')),
  );
  const repeated = (overload: readonly string[]) =>
    overload.filter((name, index) => isSameName(values[index] ?? '', name)).length;
  const most = Math.max(0, ...fitting.map(repeated));
  return fitting.filter((overload) => repeated(overload) === most);
}

const isSameName = (value: string, name: string): boolean =>
  value.toLowerCase().replace(/^.*\./, '').replaceAll('_', '') === name.toLowerCase().replaceAll('_', '');

/** Whether an argument can be of a kind. Names and calls can be anything. */
function canBe(raw: string, is: Parameter['is']): boolean {
  if (/^["'`]/.test(raw) || /^(?:System\.getenv|os\.(?:environ|getenv)|process\.env)\b/.test(raw))
    return is === 'text';
  if (/^(?:true|false)$/i.test(raw)) return is === 'bool';
  // Python's None is a value of every kind.
  if (raw === 'None') return true;
  if (/^(?:null|nil)$/.test(raw)) return is !== 'number' && is !== 'bool';
  if (numberOf(raw) !== undefined) return is === 'number' || is === 'duration';
  if (durationMs(raw, 1) !== undefined) return is === 'duration';
  if (/^(?:new\b|\[|\{|func\b|\(\))/.test(raw)) return is === 'other';
  return true;
}
