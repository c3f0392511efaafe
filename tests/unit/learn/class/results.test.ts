/** Signed results of students: what is taken, and what is refused with which code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membershipOf, newClass } from '../../../../src/learn/class/classroom.ts';
import { withResults } from '../../../../src/learn/class/collection.ts';
import {
  type Results,
  readResults,
  resultsHash,
  resultsIn,
  resultsText,
} from '../../../../src/learn/class/results-file.ts';
import { classroom, fileOf, incidentsOf, progressOf, students } from '../../../support/class.ts';

const [first, second] = students;
if (!first || !second) throw new Error('there are no students');
const file = await fileOf(first, progressOf(0));

const read = (text: string) => readResults(classroom, text, 'a.json');
const codeOf = async (text: string) => {
  const found = await read(text);
  return 'problem' in found ? found.problem.code : undefined;
};
async function resultsOf(text: string): Promise<Results> {
  const found = await read(text);
  if ('problem' in found) throw new Error(found.problem.code);
  return found.results;
}

describe('a results file', () => {
  it('is read with the student’s answers, without the own sentence', async () => {
    const { student, lessons } = await resultsOf(file);
    expect(student).toEqual(first);
    expect(lessons.pool?.given).toEqual(progressOf(0).pool?.given);
    expect(file).not.toContain('secret sentence');
  });

  it('has the best variant of each hidden fault, and refuses a changed one', async () => {
    const incidents = { ...incidentsOf(1), 'profile.7': { hints: 3, refusals: 2, isSolved: false } };
    const text = await fileOf(first, {}, undefined, incidents);
    expect((await resultsOf(text)).incidents).toEqual(incidentsOf(1));
    expect((await resultsOf(file)).incidents).toEqual({});
    expect(await codeOf(text.replace('testOnBorrow', 'slowCommand'))).toBe('CLS-04');
    expect(await codeOf(text.replace(/points\\\\\\": 85/, 'points\\\\\\": 99'))).toBe('CLS-04');
  });

  it('survives a link, with words around it', async () => {
    const link = `My results: https://example.org/${await resultsHash(file)} Bye`;
    expect(await resultsIn(link)).toBe(file);
  });

  it('is refused with its code', async () => {
    const other = { ...newClass('5a'), roster: [] };
    const foreign = await resultsText(await membershipOf(other, first), first, {}, new Date());
    // The second student signs with their own link, and says to be the first.
    const forged = await resultsText(await membershipOf(classroom, second), first, {}, new Date());
    // The shared link signs for no student of the list.
    const shared = await membershipOf(classroom, null);
    const claimed = await resultsText({ ...shared, student: first }, first, {}, new Date());
    expect(await codeOf('{"format":"roundtrip-progress"}')).toBe('CLS-01');
    expect(await codeOf('')).toBe('CLS-01');
    expect(await codeOf(file.slice(0, -30))).toBe('CLS-02');
    expect(await codeOf(foreign)).toBe('CLS-03');
    expect(await codeOf(forged)).toBe('CLS-04');
    expect(await codeOf(claimed)).toBe('CLS-04');
    expect(await codeOf(file.replace('"version": 1', '"version": 2'))).toBe('CLS-12');
    expect(await codeOf(file.replace('connection', 'computing'))).toBe('CLS-04');
  });

  it('is refused, or unchanged, after any change of a character', async () => {
    const original = await resultsOf(file);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(file.length - 1),
        fc.constantFrom('', 'x', '"', '\\', '0', '}', ' ', '\u0000', 'é'),
        fc.boolean(),
        async (at, other, isInserted) => {
          const mutated = file.slice(0, at) + other + file.slice(isInserted ? at : at + 1);
          const found = await read(mutated);
          if ('problem' in found) expect(found.problem.code).toMatch(/^CLS-(01|02|03|04|12)$/);
          else expect({ ...found.results, text: '' }).toEqual({ ...original, text: '' });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('never throws on any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify({
          format: 'roundtrip-results',
          version: 1,
          signed: value,
          signature: value,
        });
        expect(await codeOf(text)).toBe('CLS-02');
      }),
      { numRuns: 50 },
    );
  });
});

describe('the collection', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 29, hour));

  it('takes the later results of a student, and refuses the same and older ones', async () => {
    const early = await resultsOf(await fileOf(first, {}, at(8)));
    const late = await resultsOf(await fileOf(first, progressOf(0), at(9)));
    const one = withResults([], early, 'a.json');
    if ('problem' in one) throw new Error(one.problem.code);
    expect(withResults(one.all, early, 'a.json')).toMatchObject({ problem: { code: 'CLS-05' } });
    expect(withResults(one.all, late, 'b.json')).toMatchObject({ all: [late], isNewer: true });
    expect(withResults([late], early, 'a.json')).toMatchObject({ problem: { code: 'CLS-06' } });
  });

  it('takes a typed name from one browser only', async () => {
    const shared = await membershipOf(classroom, null);
    const from = async (browser: string) =>
      resultsOf(await resultsText(shared, { id: browser, name: 'Ann' }, {}, at(8)));
    const [one, other] = [await from('browser-1'), await from('browser-2')];
    expect(withResults([one], other, 'a.json')).toMatchObject({ problem: { code: 'CLS-07' } });
  });
});
