/** Real files, damaged: what is read of them is finite and can be drawn, or there is a reason with a code. Nothing throws. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRecording } from '../../src/bridge/recording/recording.ts';
import { readText } from '../../src/evidence/imports/read.ts';
import { sample } from './samples.ts';

const SPLINTERS = [
  '',
  '\0',
  '"',
  '{',
  '[',
  ']',
  '}',
  ',',
  '-',
  '1e999',
  'NaN',
  'null',
  '９',
  '\n\n',
  '\t',
  '__proto__',
];

/** A text with some of its parts cut out, repeated, or replaced. */
const damaged = (text: string) =>
  fc
    .array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        cut: fc.nat({ max: 40 }),
        put: fc.oneof(fc.constantFrom(...SPLINTERS), fc.string({ maxLength: 6 })),
        isTwice: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((wounds) =>
      wounds.reduce((whole, { at, cut, put, isTwice }) => {
        const from = Math.floor(at * whole.length);
        const part = whole.slice(from, from + cut);
        return whole.slice(0, from) + put + (isTwice ? part + part : '') + whole.slice(from + cut);
      }, text),
    );

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

const names = readdirSync(new URL('./samples', import.meta.url));

it.each(names)('%s', (name) => {
  fc.assert(
    fc.property(damaged(sample(name)), (text) => {
      const reading = readText(text, name);
      if ('problem' in reading) expect(reading.problem.code).toMatch(/^IMP-\d\d$/);
      else expect(numbersIn(reading).filter((number) => !Number.isFinite(number))).toEqual([]);
    }),
    { numRuns: 100, seed: 9 },
  );
});

it('a recording', () => {
  const whole = readFileSync(new URL('../formats/recording-1.json', import.meta.url), 'utf8');
  fc.assert(
    fc.property(damaged(whole), (text) => {
      const read = readRecording(text);
      if ('problem' in read) expect(read.problem.code).toMatch(/^BR-\d\d$/);
      else expect(numbersIn(read.recording).filter((number) => !Number.isFinite(number))).toEqual([]);
    }),
    { numRuns: 100, seed: 9 },
  );
});
