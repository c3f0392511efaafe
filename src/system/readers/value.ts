/** Values of options: durations in the notations of configurations and languages, numbers and booleans. */
import type { Json } from '../../model/scenario/patch.ts';

/** Milliseconds of each unit, by the names that any notation has for it. */
const UNITS: readonly (readonly [ms: number, names: readonly string[]])[] = [
  [1e-6, ['ns', 'nanosecond', 'nano']],
  [1e-3, ['us', 'µs', 'microsecond', 'micro']],
  [1, ['ms', 'millisecond', 'milli']],
  [1000, ['s', 'sec', 'second']],
  [60_000, ['m', 'min', 'minute']],
  [3_600_000, ['h', 'hour']],
  [86_400_000, ['d', 'day']],
];
const MS = new Map(UNITS.flatMap(([ms, names]) => names.map((name) => [name, ms] as const)));

/** Milliseconds of a unit by its name: `ms`, `Millis`, `SECONDS`, `days`. */
const unitMs = (name: string): number | undefined => {
  const own = name.toLowerCase();
  return MS.get(own) ?? MS.get(own.replace(/s$/, ''));
};

const NUMBER = String.raw`-?[\d_]+(?:\.[\d_]+)?`;
const pattern = (text: string): RegExp => new RegExp(`^${text.replaceAll('#', `(${NUMBER})`)}$`, 'i');

const numeral = (text: string): number => Number(text.replaceAll('_', ''));

const times = (number: string, unit: string): number | undefined => {
  const ms = unitMs(unit);
  return ms === undefined ? undefined : numeral(number) * ms;
};

/** ISO 8601 as Java writes it: `PT1H30M`, `P1DT2S`, `-PT1S`. */
function isoMs(text: string): number | undefined {
  const match = /^([-+]?)P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?\d+(?:\.\d+)?)S)?)?$/i.exec(text);
  if (!match || !/\d/.test(text)) return undefined;
  const [, sign, ...parts] = match;
  const sizes = [86_400_000, 3_600_000, 60_000, 1000];
  const ms = parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (sizes[index] ?? 0), 0);
  return sign === '-' ? -ms : ms;
}

/** .NET's `[-][d.]hh:mm:ss[.fff]`. */
function timeSpanMs(text: string): number | undefined {
  const match = /^(-?)(?:(\d+)\.)?(\d{1,2}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, days, hours, minutes, seconds] = match;
  const ms =
    Number(days ?? 0) * 86_400_000 +
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds ?? 0) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Arguments of .NET's TimeSpan: ticks; h, m, s; d, h, m, s; d, h, m, s, ms. */
function timeSpanOf(inside: string): number | undefined {
  const parts = inside.split(',').map((part) => numeral(part.trim()));
  if (parts.some((part) => !Number.isFinite(part))) return undefined;
  if (parts.length === 1) return (parts[0] ?? 0) / 10_000;
  const sizes = parts.length === 3 ? [3_600_000, 60_000, 1000] : [86_400_000, 3_600_000, 60_000, 1000, 1];
  return parts.length > sizes.length
    ? undefined
    : parts.reduce((sum, part, index) => sum + part * (sizes[index] ?? 0), 0);
}

/** Python's `timedelta(minutes=1, seconds=30)`. */
function timeDeltaMs(inside: string): number | undefined {
  const parts = inside.split(',').map((part) => {
    const match = pattern(String.raw`\s*(\w+)\s*=\s*#\s*`).exec(part);
    return match ? times(match[2] ?? '', match[1] ?? '') : undefined;
  });
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum + part),
    0,
  );
}

/** Parts of Go's notation: `1m30s`, `-1.5h`. */
function goMs(text: string): number | undefined {
  const match = /^([-+]?)((?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+)$/i.exec(text);
  if (!match) return undefined;
  let ms = 0;
  for (const [, number = '', unit = ''] of (match[2] ?? '').matchAll(
    /(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)/gi,
  ))
    ms += times(number, unit) ?? 0;
  return match[1] === '-' ? -ms : ms;
}

/** Forms with a number and the name of a unit. */
const FORMS: readonly (readonly [form: RegExp, read: (parts: readonly string[]) => number | undefined])[] = [
  [pattern(String.raw`#\s*\*\s*time\.(\w+)`), ([number = '', unit = '']) => times(number, unit)],
  [pattern(String.raw`time\.(\w+)\s*\*\s*#`), ([unit = '', number = '']) => times(number, unit)],
  [
    pattern(String.raw`time\.Duration\(#\)\s*\*\s*time\.(\w+)`),
    ([number = '', unit = '']) => times(number, unit),
  ],
  [pattern(String.raw`-time\.(\w+)`), ([unit = '']) => times('-1', unit)],
  [pattern(String.raw`time\.(\w+)`), ([unit = '']) => times('1', unit)],
  [
    pattern(String.raw`(?:java\.time\.)?Duration\.of(\w+)\(\s*#[lL]?\s*\)`),
    ([unit = '', number = '']) => times(number, unit),
  ],
  [
    pattern(String.raw`(?:java\.time\.)?Duration\.of\(\s*#[lL]?\s*,\s*(?:ChronoUnit\.)?(\w+)\s*\)`),
    ([number = '', unit = '']) => times(number, unit),
  ],
  [pattern(String.raw`(?:java\.time\.)?Duration\.ZERO`), () => 0],
  [pattern(String.raw`(?:java\.time\.)?Duration\.parse\(\s*"([^"]*)"\s*\)`), ([iso = '']) => isoMs(iso)],
  [pattern(String.raw`TimeSpan\.From(\w+)\(\s*#\s*\)`), ([unit = '', number = '']) => times(number, unit)],
  [pattern(String.raw`(?:System\.Threading\.)?Timeout\.InfiniteTimeSpan`), () => -1],
  [pattern(String.raw`TimeSpan\.Zero`), () => 0],
  [pattern(String.raw`new\s+TimeSpan\(([^()]*)\)`), ([inside = '']) => timeSpanOf(inside)],
  [pattern(String.raw`(?:datetime\.)?timedelta\(([^()]*)\)`), ([inside = '']) => timeDeltaMs(inside)],
  // Java's pairs of arguments.
  [pattern(String.raw`#[lL]?\s*,\s*TimeUnit\.(\w+)`), ([number = '', unit = '']) => times(number, unit)],
  // Kotlin's extensions.
  [pattern(String.raw`#\.(\w+)(?:\.toJavaDuration\(\))?`), ([number = '', unit = '']) => times(number, unit)],
  [pattern(String.raw`#\s+(\w+)`), ([number = '', unit = '']) => times(number, unit)],
];

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();

/** A duration in ms; undefined if the text is none. A bare number has the unit `bare`, which is that many ms. */
export function durationMs(raw: Json, bareMs: number): number | undefined {
  if (typeof raw === 'number') return raw * bareMs;
  if (typeof raw !== 'string') return undefined;
  const text = unquoted(raw);
  const plain = numberOf(text);
  if (plain !== undefined) return plain * bareMs;
  const written = goMs(text) ?? isoMs(text) ?? timeSpanMs(text);
  if (written !== undefined) return written;
  for (const [form, read] of FORMS) {
    const match = form.exec(text);
    const ms = match ? read(match.slice(1)) : undefined;
    if (ms !== undefined && Number.isFinite(ms)) return ms;
  }
  return undefined;
}

/** Whole numbers and products of them: `60 * 1000`. */
const PRODUCT = /^-?[\d_]+(?:\.\d+)?(?:\s*\*\s*[\d_]+(?:\.\d+)?){0,4}$/;

/** Sizes in code: `1 << 20`, `128 * (1 << 20)`. */
const SHIFTED = /^(?:(\d{1,9})\s*\*\s*)?\(?\s*(\d{1,9})\s*<<\s*(\d{1,2})\s*\)?$/;

/** A number, or a product of numbers; undefined if the text is none. */
export function numberOf(raw: Json): number | undefined {
  if (typeof raw === 'number') return raw;
  if (typeof raw !== 'string') return undefined;
  const text = unquoted(raw).replace(/(?<=\d)[lL]$/, '');
  const shifted = SHIFTED.exec(text);
  if (shifted)
    return numeral(shifted[1] ?? '1') * numeral(shifted[2] ?? '1') * 2 ** numeral(shifted[3] ?? '0');
  if (PRODUCT.test(text)) return text.split('*').reduce((product, part) => product * numeral(part), 1);
  const value = /^[-+]?(?:\d+(?:\.\d+)?e\+?\d+|0x[\da-f]+)$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value)) return value;
  return /^(?:Integer\.MAX_VALUE|int\.MaxValue|math\.MaxInt(?:32)?)$/.test(text) ? 2_147_483_647 : undefined;
}

export function booleanOf(raw: Json): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  const text = typeof raw === 'string' ? unquoted(raw).toLowerCase() : '';
  if (text === 'true' || text === 'yes' || text === 'on') return true;
  return text === 'false' || text === 'no' || text === 'off' ? false : undefined;
}
