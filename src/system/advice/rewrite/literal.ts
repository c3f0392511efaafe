/** Literals of configurations: found behind a key, and written again in the same style with another value. */
import type { Json } from '../../../model/scenario/patch.ts';

/** Unit of a value as the model has it; `plain`: no duration. */
export type ValueUnit = 'us' | 'ms' | 's' | 'plain';

/** Unit of a bare number in a notation. `ns`: of Go's code. `text`: durations have their unit, as in Go's URLs. */
export type WrittenUnit = ValueUnit | 'ns' | 'text';

const US: Readonly<Record<Exclude<ValueUnit, 'plain'>, number>> = { us: 1, ms: 1e3, s: 1e6 };

/** One duration or other value; the longest forms first. */
const LITERAL = [
  // A placeholder, or an alias of YAML: the value replaces it.
  String.raw`\$\{[^{}\n]*\}`,
  String.raw`\*\w+(?=\s*(?:#|$))`,
  String.raw`(?:java\.time\.)?Duration\.of\w+\([^()]*\)`,
  String.raw`Duration\.(?:ZERO|parse\([^()]*\))`,
  // Sizes in bytes.
  String.raw`\d+\s*\*\s*\(\s*\d+\s*<<\s*\d+\s*\)`,
  String.raw`\d+\s*<<\s*\d+`,
  String.raw`\d+(?:\s*\*\s*1024)+`,
  String.raw`\d[\d_]*(?:\.\d+)?\s*\*\s*time\.\w+`,
  String.raw`time\.\w+\s*\*\s*\d[\d_]*`,
  String.raw`time\.(?:Nanosecond|Microsecond|Millisecond|Second|Minute|Hour)`,
  String.raw`"[^"\n]*"`,
  String.raw`'[^'\n]*'`,
  String.raw`[-+]?\w[\w.+-]*`,
].join('|');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Where the value of a key is in a line; undefined if it is not there. */
export function literalIn(line: string, key: string): { from: number; to: number } | undefined {
  const name = key.split('.').at(-1) ?? key;
  // A setter has its value in brackets, redis.conf after a space, all else after a colon or an equals sign.
  for (const separator of [String.raw`["']?\s*[:=(]\s*`, String.raw`\s+`])
    for (const each of [key, name]) {
      const pattern = new RegExp(`(?<![\\w-])${escaped(each)}${separator}(${LITERAL})`, 'id');
      const place = pattern.exec(line)?.indices?.[1];
      if (place) return { from: place[0], to: place[1] };
    }
  return undefined;
}

/** Values of a line: numbers, durations, texts and placeholders; names are none. */
export const literalsIn = (line: string): { from: number; to: number; text: string }[] =>
  [...line.matchAll(new RegExp(`(?<![\\w$.-])(?:${LITERAL})(?![\\w-]*["']?\\s*[:=(])`, 'g'))].flatMap(
    ({ index, 0: text }) =>
      /^(?!true|false|True|False|yes|no)[A-Za-z_]/.test(text) && !/^(?:Duration|java|time)\b/.test(text)
        ? []
        : [{ from: index, to: index + text.length, text }],
  );

const isNear = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

/** The unit of a bare number in which a literal is a value; undefined if there is none. */
export function writtenUnit(literal: string, value: unknown, unit: ValueUnit): WrittenUnit | undefined {
  const number = Number(literal.replaceAll(/["'_]/g, ''));
  if (typeof value !== 'number') return undefined;
  if (unit === 'plain') return isNear(number, value) ? 'plain' : undefined;
  // Zero and what stands for something special are so in every unit.
  if (!(number > 0)) return undefined;
  return (['ns', 'us', 'ms', 's'] as const).find((each) =>
    isNear(number * (each === 'ns' ? 1e-3 : US[each]), value * US[unit]),
  );
}

const GO: readonly (readonly [name: string, us: number])[] = [
  ['Second', 1e6],
  ['Millisecond', 1e3],
  ['Microsecond', 1],
];
/** A duration of several parts. */
const GO_TEXT = /^["']?(?:\d[\d.]*(?:h|m|s|ms|us|µs|ns)){2,}["']?$/;

const SUFFIXES: Readonly<Record<string, number>> = { us: 1, ms: 1e3, s: 1e6, m: 60e6 };

/** A number without a needless fraction. */
const plainNumber = (value: number): string => String(Number(value.toPrecision(12)));

/** Microseconds in the style of a literal; undefined if it is in no unit that it names. */
function durationLike(old: string, us: number): string | undefined {
  if (/time\./.test(old)) {
    const [name, size] = GO.find(([, each]) => us >= each && us % each === 0) ?? ['Microsecond', 1];
    return `${plainNumber(us / size)} * time.${name}`;
  }
  if (/Duration\./.test(old)) {
    return us % 1e6 === 0 ? `Duration.ofSeconds(${us / 1e6})` : `Duration.ofMillis(${plainNumber(us / 1e3)})`;
  }
  const suffix = /^["']?[\d.]+\s*(us|ms|s|m)["']?$/i.exec(old)?.[1]?.toLowerCase();
  if (!suffix) return undefined;
  const quote = /^["']/.exec(old)?.[0] ?? '';
  const size = SUFFIXES[suffix] ?? 1;
  const isWhole = us % size === 0;
  return `${quote}${isWhole ? `${us / size}${suffix}` : `${plainNumber(us / 1e3)}ms`}${quote}`;
}

/** Shifts and products of 1024, with what comes before: `8 * (1 << 20)`, `1 << 27`, `64 * 1024 * 1024`. */
const SIZE = /^(\d+)(\s*\*\s*\(\s*1\s*<<\s*(\d+)\s*\)|\s*<<\s*(\d+)|(?:\s*\*\s*1024)+)$/;

/** Bytes in the style of a literal; undefined if it is no size, or if these are no whole number of its unit. */
function sizeLike(old: string, bytes: number): string | undefined {
  const [, , factor = '', product, shift] = SIZE.exec(old) ?? [];
  if (factor === '') return undefined;
  if (shift !== undefined) {
    // A power of two stands for a size of any unit.
    const unit = [30, 20, 10].find((each) => bytes % 2 ** each === 0);
    return unit === undefined ? undefined : `${bytes / 2 ** unit} << ${unit}`;
  }
  const unit = product === undefined ? 1024 ** (factor.match(/1024/g) ?? []).length : 2 ** Number(product);
  return bytes % unit === 0 ? `${bytes / unit}${factor}` : undefined;
}

/**
 * A value in the style of an old literal: its unit, its quotes, the spelling of booleans.
 * @param unit of the value
 * @param written unit of a bare number in this notation
 */
export function literalLike(old: string, value: Json, unit: ValueUnit, written: WrittenUnit): string {
  if (/^(?:yes|no)$/.test(old) && typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'boolean')
    return /^(True|False)$/.test(old) ? (value ? 'True' : 'False') : String(value);
  const quote = /^["']/.exec(old)?.[0] ?? '';
  if (typeof value !== 'number') return `${quote}${String(value)}${quote}`;
  if (unit === 'plain') return sizeLike(old, value) ?? `${quote}${value}${quote}`;
  const us = value * US[unit];
  const like = durationLike(old, us);
  if (like !== undefined) return like;
  if (written === 'ns') return durationLike('time.', us) ?? old;
  if (written === 'text' || GO_TEXT.test(old)) return `${quote}${plainNumber(us / 1e3)}ms${quote}`;
  const bare = written === 'plain' ? unit : written;
  return `${quote}${plainNumber(us / US[bare])}${quote}`;
}
