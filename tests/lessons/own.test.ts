/** Lessons of a teacher's own: one text, the same lesson; and whatever else somebody may hand us as one. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { evaluate } from '../../src/evidence/check/expression.ts';
import {
  MOST_BYTES,
  type OwnLesson,
  readOwnLesson,
  writeOwnLesson,
} from '../../src/learn/lessons/custom-lesson.ts';
import { goalState } from '../../src/learn/lessons/goals.ts';
import { gradeOf } from '../../src/learn/lessons/grade.ts';
import { figuresOf } from '../../src/learn/lessons/text.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import type { Edits } from '../../src/model/scenario/patch.ts';
import { rightAnswer } from './answers.ts';
import { lessonFolders } from './files.ts';
import { resultsOf } from './lesson-runs.ts';

const template = (language: string): string =>
  readFileSync(at(`src/learn/lessons/template.${language}.md`), 'utf8').replaceAll('\r\n', '\n');

const codesOf = (text: string): string[] => readOwnLesson(text).faults.map(({ code }) => code);

/** The template with one place changed. */
const changed = (from: string | RegExp, to: string): string => {
  const before = template('en');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return after;
};

describe.each(lessonFolders.map((folder) => [folder.id, folder] as const))('our lesson %s', (id, folder) => {
  it.each(LANGUAGES)('is the same after it was one text, in %s', (language) => {
    const own: OwnLesson = {
      title: `${id}: “its title”`,
      goal: 'what: # it is for',
      language,
      lesson: folder.lesson,
      reveal: folder.reveal,
      before: folder.before[language] ?? new Map(),
      after: folder.after[language] ?? new Map(),
    };
    const text = writeOwnLesson(own);
    expect(readOwnLesson(text)).toMatchObject({ own, faults: [] });
    expect(readOwnLesson(text).own).toEqual(own);
    expect(writeOwnLesson(readOwnLesson(text).own as OwnLesson)).toBe(text);
  });
});

describe.each(LANGUAGES)('the template in %s', (language) => {
  const { own, faults } = readOwnLesson(template(language));

  it('has no faults, and holds nothing of the answer before the lock', () => {
    expect(faults).toEqual([]);
    expect([...(own?.before.keys() ?? [])].filter((name) => name.includes('because'))).toEqual([]);
    expect(JSON.stringify(own?.lesson)).not.toContain('right');
  });

  it('says numbers that its runs have, and can be passed', () => {
    if (!own) throw new Error('it has faults');
    const folder = {
      ...{ id: 'template', claims: [] },
      ...{ lesson: own.lesson, reveal: own.reveal },
      ...{ before: { [language]: own.before }, after: { [language]: own.after } },
    };
    const results = resultsOf(folder, 1);
    for (const { formula } of [...own.after.values()].flatMap(figuresOf))
      expect([formula, Number.isFinite(evaluate(formula, results)[0])]).toEqual([formula, true]);
    for (const answer of [own.reveal.predict, own.reveal.see.answer, own.reveal.transfer.answer])
      expect(gradeOf(answer, rightAnswer(answer), results).isRight).toBe(true);
    const { goals = [], solution = {} } = own.reveal.check;
    const met = (edits: { a?: Edits; b?: Edits }) =>
      goals.map((goal) => goalState(goal, resultsOf(folder, 1, { setup: own.lesson.stage, edits })).isMet);
    expect(met({})).toEqual([false]);
    expect(met(solution as { a?: Edits; b?: Edits })).toEqual([true]);
  });
});

describe('a fault', () => {
  it.each([
    ['LES-01', 1, template('en').replace('---\n', '')],
    ['LES-02', undefined, changed('runs:\n', 'runs: [\n')],
    ['LES-03', undefined, changed(/^goal: .*\n/m, '')],
    ['LES-04', 5, changed('# author:', 'auther:')],
    ['LES-05', 18, changed('kind: choice', 'kind: guess')],
    ['LES-06', undefined, changed('b: alone', 'b: aloud')],
    ['LES-09', 10, changed('    from: one-caller-jedis\n', '')],
    ['LES-11', 10, changed('from: one-caller-jedis', 'from: alone')],
    ['LES-14', 35, changed('right: fifty', 'right: sixty')],
    ['LES-22', undefined, changed('## model', '## modal')],
    ['LES-25', undefined, changed('{{us meanUs(alone)}}', '{{us meanUs(alone)}')],
    ['LES-26', undefined, changed('## explain', '## model')],
    ['LES-30', 2, changed('version: 1', 'version: 2')],
    ['LES-33', undefined, changed('      min: 1\n', '      min: 0\n')],
  ])('%s is found, where it is', (code, line, text) => {
    const found = readOwnLesson(text).faults.find((fault) => fault.code === code);
    expect(found, JSON.stringify(readOwnLesson(text).faults)).toBeDefined();
    if (line !== undefined) expect(found?.line).toBe(line);
  });

  it('in a section is at its heading', () => {
    const text = changed('## model', '## modal');
    const line = text.split('\n').indexOf('## modal') + 1;
    expect(readOwnLesson(text).faults.find(({ code }) => code === 'LES-23')?.line).toBe(line);
  });

  it('of the mild kind leaves a lesson to be shown', () => {
    const { own, faults } = readOwnLesson(changed('## model', '## modal'));
    expect(faults.map(({ code }) => code)).toEqual(['LES-22', 'LES-23']);
    expect(own?.title).toContain('One caller');
  });
});

describe('hostile texts', () => {
  it('are refused when they are huge, before anything reads them', () => {
    expect(codesOf(`${template('en')}${'x'.repeat(MOST_BYTES)}`)).toEqual(['LES-29']);
  });

  it('cannot say one part many times', () => {
    const bomb = Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n');
    expect(codesOf(`---\na0: &a0 [x]\n${bomb}\n---\n`)).toEqual(['LES-02']);
  });

  it('cannot be nested until the reader falls over', () => {
    expect(codesOf(`---\n${'['.repeat(20_000)}\n---\n`)).toEqual(['LES-02']);
    expect(codesOf(`---\n${'{a: '.repeat(10_000)}\n---\n`)).toEqual(['LES-02']);
  });

  it('change no prototype', () => {
    const { faults } = readOwnLesson(
      changed('runs:\n', '__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\nruns:\n'),
    );
    expect(faults.length).toBeGreaterThan(0);
    const inside = readOwnLesson(changed('    set:\n', '    set:\n      __proto__.polluted: 1\n'));
    expect(inside.own === undefined || inside.faults.length === 0).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('cannot ask for more runs than a page counts', () => {
    const many = `near:\n      sweep:\n        network.rttUs: [${Array.from({ length: 500 }, (_, i) => i)}]`;
    expect(codesOf(changed('near:', many))).toContain('LES-28');
  });

  it('of any kind are a lesson or a list of faults, and are the same lesson again', () => {
    const whole = template('en');
    const cut = fc
      .tuple(fc.nat(whole.length), fc.nat(60), fc.oneof(fc.string(), fc.constantFrom(...SPICES)))
      .map(([from, length, instead]) => whole.slice(0, from) + instead + whole.slice(from + length));
    fc.assert(
      fc.property(
        fc.oneof(
          cut,
          fc.string(),
          fc.string().map((head) => `---\n${head}\n---\n`),
        ),
        (text) => {
          const { own, faults } = readOwnLesson(text);
          expect(own !== undefined || faults.length > 0).toBe(true);
          if (own) expect(readOwnLesson(writeOwnLesson(own)).own).toEqual(own);
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** What tends to hurt readers. */
const SPICES = [
  '<img src=x onerror=alert(1)>',
  '[click](javascript:alert(1))',
  '__proto__: 1\n',
  '!!js/function "x"',
  '*alone',
  '&alone ',
  '\n---\n',
  '{{rate qps(}}',
  '{{',
  '.inf',
  '.nan',
  '1e999',
  '\u0000',
  '\uE000',
  '\uD800',
  '? [a]\n',
];
