/**
 * Fresh problems: one option is right, every option has its reason, and other seeds have other answers. Two seeds of each lesson here,
 * twenty in the deep tier.
 */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { evaluate } from '../../src/evidence/check/expression.ts';
import { runsOf } from '../../src/learn/lessons/runs.ts';
import { figuresOf, readSections } from '../../src/learn/lessons/text.ts';
import {
  drawn,
  freshSchema,
  KINDS,
  type Option,
  optionsOf,
  RIGHT,
  resultsWith,
  runsWith,
  seedFor,
} from '../../src/learn/practice/fresh.ts';
import { textsOf } from '../../src/learn/practice/problem.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { deep } from '../support/tier.ts';
import { lessonFolders } from './files.ts';
import { resultsOf } from './lesson-runs.ts';

const SEEDS = Array.from({ length: deep ? 20 : 2 }, (_, seed) => seed);

const read = (id: string, name: string) => readFileSync(at('src/learn/lessons/content', id, name), 'utf8');

const freshOf = (id: string) => v.parse(freshSchema, JSON.parse(read(id, 'fresh.json')));

describe.each(lessonFolders.map((folder) => [folder.id, folder] as const))('problems of %s', (id, folder) => {
  const fresh = freshOf(id);

  it.each(LANGUAGES)('have a question and a reason for each option in %s', (language) => {
    const sections = readSections(read(id, `fresh.${language}.md`));
    const names = KINDS.flatMap((kind) => [
      kind,
      ...[RIGHT, ...Object.keys(fresh[kind].distractors)].map((option) => `${kind}.${option}`),
    ]);
    expect([...sections.keys()].sort()).toEqual(names.sort());
  });

  it.each(KINDS)('are right in one way, and differ between seeds (%s)', (kind) => {
    const template = fresh[kind];
    const made = SEEDS.map((seed) => {
      const numbers = drawn(template, id, kind, seed);
      const runs = runsWith(template, numbers, runsOf(folder.lesson, folder.reveal));
      const results = resultsWith(
        numbers,
        resultsOf({ ...folder, reveal: { ...folder.reveal, runs } } as typeof folder, 1),
      );
      // Every figure in the texts has a value.
      for (const language of LANGUAGES)
        for (const { formula } of textsOf(readSections(read(id, `fresh.${language}.md`)), kind).flatMap(
          figuresOf,
        ))
          expect(evaluate(formula, results)[0], formula).toSatisfy(Number.isFinite);
      return optionsOf(template, results);
    });
    for (const options of made) {
      expect(options.length, JSON.stringify(options)).toBeGreaterThanOrEqual(3);
      expect(options.filter(({ name }) => name === RIGHT)).toHaveLength(1);
      expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
      expect(options.every(({ value }) => Number.isFinite(value) && value >= 0)).toBe(true);
    }
    const answers = new Set(
      made.map((options: readonly Option[]) => options.find(({ name }) => name === RIGHT)?.value),
    );
    if (deep) expect(answers.size).toBeGreaterThanOrEqual(4);
  });

  it.each(KINDS)('have other numbers for other students, and the same for the same (%s)', (kind) => {
    const numbersOf = (student: number) => drawn(fresh[kind], id, kind, seedFor('class', `s${student}`));
    const all = Array.from({ length: 30 }, (_, student) => JSON.stringify(numbersOf(student)));
    expect(new Set(all).size).toBeGreaterThanOrEqual(8);
    expect(numbersOf(3)).toEqual(numbersOf(3));
  });
});
