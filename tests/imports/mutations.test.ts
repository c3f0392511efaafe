/**
 * Files of every format, damaged in 200 deterministic ways each: nothing throws, and nothing is guessed. What is read of a damaged file
 * has the figures of the whole file, figures whose own number was damaged, or none; its unit of time is the whole file's. Changes that
 * mean the same (encodings, line ends) are read as the same.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { group as groups } from 'd3-array';
import { expect, it } from 'vitest';
import type { ReadOverlay } from '../../src/evidence/imports/overlay.ts';
import { type Reading, readBytes } from '../../src/evidence/imports/read.ts';
import { reportOf } from '../../src/evidence/imports/report.ts';
import { US_IN } from '../../src/evidence/imports/units.ts';

const EACH = 200;

/** A small generator of numbers (mulberry32): the same files every time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;
/** A damaged text, and what may be expected of it. */
type Kind = 'same' | 'figures' | 'nothing';

const NUMBERS = ['1e306', '9'.repeat(400), 'NaN', '-nan', 'Infinity', '-5', '', '1,234', '0', '１２', '0x10'];
const JUNK = [
  'WARNING: overcommit_memory is set to 0',
  '<html>',
  '\0\0',
  '====',
  'Type',
  '$ ls -la',
  '{',
  '"',
];
const SEPARATORS: readonly (readonly [string, string])[] = [
  [',', ';'],
  [';', ','],
  [',', '\t'],
  ['.', ','],
  ['  ', '\t'],
  [':', '='],
  ['"', "'"],
];

const MUTATIONS: readonly (readonly [Kind, (text: string, random: Random) => string | Uint8Array])[] = [
  ['figures', (text, random) => onLines(text, (lines) => lines.splice(random(lines.length), 1))],
  ['figures', (text, random) => onLines(text, (lines) => lines.splice(random(lines.length), 1 + random(6)))],
  [
    'figures',
    (text, random) =>
      onLines(text, (lines) => {
        const at = random(lines.length);
        lines.splice(at, 0, lines[at] ?? '');
      }),
  ],
  [
    'figures',
    (text, random) =>
      onLines(text, (lines) => {
        const [one, other] = [random(lines.length), random(lines.length)];
        [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
      }),
  ],
  ['figures', (text, random) => text.slice(0, random(text.length))],
  [
    'figures',
    (text, random) => {
      const [from = '', to = ''] = SEPARATORS[random(SEPARATORS.length)] ?? [];
      return text.replaceAll(from, to);
    },
  ],
  [
    'figures',
    (text, random) => {
      const found = [...text.matchAll(/\d+(?:\.\d+)?/g)];
      const { index = 0, 0: number = '' } = found[random(Math.max(1, found.length))] ?? { 0: '' };
      const put = NUMBERS[random(NUMBERS.length)] ?? '';
      return text.slice(0, index) + put + text.slice(index + number.length);
    },
  ],
  [
    'figures',
    (text, random) =>
      onLines(text, (lines) => lines.splice(random(lines.length), 0, JUNK[random(JUNK.length)] ?? '')),
  ],
  [
    'nothing',
    (text, random) => {
      const from = random(text.length);
      return text.slice(0, from) + text.slice(from + 1 + random(12));
    },
  ],
  ['same', (text) => `\uFEFF${text}`],
  ['same', (text) => text.replaceAll('\n', '\r\n')],
  ['same', (text) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ['same', (text) => `${text}\n\n`],
];

function onLines(text: string, change: (lines: string[]) => unknown): string {
  const lines = text.split('\n');
  change(lines);
  return lines.join('\n');
}

const read = (text: string | Uint8Array, name: string): Reading =>
  readBytes(typeof text === 'string' ? new TextEncoder().encode(text) : text, name);

const overlayOf = (reading: Reading): ReadOverlay | undefined =>
  'overlay' in reading ? reading.overlay : undefined;

/** Fields that are counted or measured; bounds follow from several lines and are checked as numbers of the file. */
const RATES = /^(requestsPerSecond|requestsPerSecondRange|commandsPerSecond)$/;
const TIMES = /^(meanUs|meanUsRange|minUs|maxUs|percentilesUs|executionMeanUs|executionPercentilesUs)$/;

interface Figure {
  readonly field: string;
  readonly value: number;
  readonly isTime: boolean;
}

/** Rates and times of a report, each with its field (`percentilesUs.p99`). */
function figuresOf(overlay: ReadOverlay): Figure[] {
  const { points, parts = [] } = reportOf(overlay) as {
    points: readonly Record<string, unknown>[];
    parts?: readonly Record<string, unknown>[];
  };
  return [...points, ...parts].flatMap((point) =>
    Object.entries(point).flatMap(([field, value]): Figure[] => {
      const isTime = TIMES.test(field);
      if (!isTime && !RATES.test(field)) return [];
      if (typeof value === 'number') return [{ field, value, isTime }];
      return Object.entries(value as object).map(([key, one]) => ({
        field: `${field}.${key}`,
        value: Number(one),
        isTime,
      }));
    }),
  );
}

/** Numbers in a text, in every way in which their commas can be meant. */
const numbersIn = (text: string): Set<number> =>
  new Set(
    [...text.normalize('NFKC').matchAll(/\d[\d.,]*(?:e[+-]?\d+)?/gi)]
      .flatMap(([found]) => {
        const number = found.replace(/[.,]$/, '');
        return [number, number.replace(',', '.'), number.replaceAll(',', ''), ...number.split(',')];
      })
      .map(Number)
      .filter((number) => Number.isFinite(number)),
  );

const isNear = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-9 * Math.abs(other) + 1e-12;

/** Whether a figure is a number of the text, in a unit of the file. */
function isOfText({ value, isTime }: Figure, numbers: ReadonlySet<number>, overlay: ReadOverlay): boolean {
  const scales = isTime ? (overlay.times ?? []).map(({ unit }) => US_IN[unit]) : [1, 1e3, 1e6, 1 / 60];
  for (const number of numbers) {
    if (scales.some((scale) => isNear(value, number * scale))) return true;
    // ns/op is the inverse of a rate; an error bar is a sum.
    if (!isTime && number > 0 && isNear(value, 1e9 / number)) return true;
  }
  return false;
}

function checkFigures(whole: ReadOverlay, damaged: ReadOverlay, before: string, after: string): void {
  const units = new Set((whole.times ?? []).map(({ unit, basis }) => `${unit} ${basis}`));
  for (const { unit, basis } of damaged.times ?? []) expect(units).toContain(`${unit} ${basis}`);
  const known = figuresOf(whole);
  const old = numbersIn(before);
  // wrk says the same twice, with two and with three digits: without the one, the other counts.
  const isTwice = whole.format === 'wrk';
  const fresh = new Set(
    [0, ...numbersIn(after)].filter((number) => number === 0 || isTwice || !old.has(number)),
  );
  for (const figure of figuresOf(damaged)) {
    expect(Number.isFinite(figure.value) && figure.value >= 0).toBe(true);
    const fieldOf = (field: string) => field.replace(/Range\.\d$/, '');
    const sameField = ({ field }: Figure) => fieldOf(field) === fieldOf(figure.field);
    const same = known.filter(sameField).map(({ value }) => value);
    if (same.some((value) => isNear(value, figure.value))) continue;
    // A median or a range of fewer runs lies within those of all.
    const isWithin =
      same.length > 1 && figure.value >= Math.min(...same) && figure.value <= Math.max(...same);
    if (isWithin || isOfText(figure, fresh, damaged)) continue;
    // An error bar follows from two numbers.
    if (/Range/.test(figure.field) && whole.format === 'JMH') continue;
    expect.fail(`${figure.field} = ${figure.value} is not in the file\n${after}`);
  }
}

const folders = ['./cases/', './samples/'].map((folder) => new URL(folder, import.meta.url));
const files = folders.flatMap((folder) =>
  readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') })),
);

/** Files by the format that reads them; those that are refused whole are tried as one more. */
const byFormat = groups(files, ({ name, text }) => {
  const reading = read(text, name);
  if ('table' in reading) return 'CSV';
  return overlayOf(reading)?.format ?? ('format' in reading ? reading.format : 'refused');
});

it.each([...byFormat.keys()])('%s', (format) => {
  const own = byFormat.get(format) ?? [];
  const random = randomFrom(format.length);
  let read200 = 0;
  for (let number = 0; number < EACH; number++) {
    const { name, text } = own[number % own.length] ?? { name: '', text: '' };
    const [kind, mutate] = MUTATIONS[Math.floor(number / own.length) % MUTATIONS.length] ?? [];
    if (!mutate) continue;
    const after = mutate(text, random);
    const [whole, damaged] = [read(text, name), read(after, name)];
    if (kind === 'same') {
      expect(damaged).toEqual(whole);
      continue;
    }
    const overlay = overlayOf(damaged);
    if (!overlay) {
      const code = 'problem' in damaged ? damaged.problem?.code : undefined;
      const isAsked = 'question' in damaged && damaged.question !== undefined;
      expect(isAsked || /^IMP-\d\d$/.test(code ?? '')).toBe(true);
      continue;
    }
    read200++;
    for (const { value } of figuresOf(overlay)) expect(Number.isFinite(value) && value >= 0).toBe(true);
    const before = overlayOf(whole);
    if (kind === 'figures' && before && overlay.format === before.format)
      checkFigures(before, overlay, text, typeof after === 'string' ? after : '');
  }
  // Most damages leave something to read; a test in which all are refused would show nothing.
  if (format !== 'refused' && format !== 'HdrHistogram') expect(read200).toBeGreaterThan(10);
});
