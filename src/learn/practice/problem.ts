/** A fresh problem with the results of its runs: loaded and simulated in the page. */

import * as v from 'valibot';
import { runsIn } from '../../evidence/check/expression.ts';
import { closeEngine } from '../../lab/run/engines.ts';
import type { Language } from '../../lib/languages.ts';
import { countRun } from '../lesson/lesson-runs.ts';
import type { LessonId } from '../lessons/course.ts';
import { FormulaError, type Point, type Results } from '../lessons/figures.ts';
import { loadFresh, loadFreshText, loadLesson, loadReveal } from '../lessons/library.ts';
import { runsOf } from '../lessons/runs.ts';
import { figuresOf, type Sections } from '../lessons/text.ts';
import {
  DRAWN,
  type Drawn,
  drawn,
  freshSchema,
  type Kind,
  type Option,
  optionsOf,
  resultsWith,
  runsWith,
  type Template,
} from './fresh.ts';

export interface Problem {
  readonly template: Template;
  readonly numbers: Drawn;
  readonly results: Results;
  readonly options: readonly Option[];
}

/** The runs that a problem needs: those of its answer and distractors, and of the figures in its texts. */
export function runsNeeded({ answer, distractors }: Template, texts: readonly string[]): string[] {
  const formulas = [
    answer,
    ...Object.values(distractors),
    ...texts.flatMap(figuresOf).map(({ formula }) => formula),
  ];
  return [...new Set(formulas.flatMap(runsIn))].filter((run) => run !== DRAWN);
}

/** The texts of one problem of a lesson. */
export const textsOf = (sections: Sections, kind: Kind): string[] =>
  [...sections].filter(([name]) => name === kind || name.startsWith(`${kind}.`)).map(([, text]) => text);

/**
 * Makes a problem. The answer comes from the engine, so it takes some tenths of a second.
 * @param isWanted asked between runs
 * @returns undefined when it is no longer wanted
 */
export async function makeProblem(
  id: LessonId,
  kind: Kind,
  seed: number,
  language: Language,
  isWanted: () => boolean,
): Promise<Problem | undefined> {
  const [lesson, reveal, fresh, sections] = await Promise.all([
    loadLesson(id),
    loadReveal(id),
    loadFresh(id),
    loadFreshText(id, language),
  ]);
  const template = v.parse(freshSchema, fresh)[kind];
  const numbers = drawn(template, id, kind, seed);
  const runs = runsWith(template, numbers, runsOf(lesson, reveal));
  const points = new Map<string, readonly Point[]>();
  try {
    for (const name of runsNeeded(template, textsOf(sections, kind))) {
      const found = await countRun(runs, name, isWanted);
      if (!found) return undefined;
      points.set(name, found);
    }
  } finally {
    closeEngine('lesson');
  }
  const results = resultsWith(numbers, (name) => {
    const found = points.get(name);
    if (!found) throw new FormulaError(`${name} has no results`);
    return found;
  });
  return { template, numbers, results, options: optionsOf(template, results) };
}
