/**
 * Grades the answers of a class on the teacher's machine: a student's own page is not believed what is right. Each lesson's runs are
 * simulated once.
 */
import { closeEngine } from '../../lab/run/engines.ts';
import { countRun } from '../lesson/lesson-runs.ts';
import { LESSONS, type LessonId } from '../lessons/course.ts';
import { FormulaError, type Point } from '../lessons/figures.ts';
import type { Lesson, QuestionName, Reveal } from '../lessons/lesson.ts';
import { loadLesson, loadReveal } from '../lessons/library.ts';
import type { LessonProgress } from '../lessons/progress.ts';
import { answerRuns, checkQuestion, runsOf } from '../lessons/runs.ts';
import { isAnswerTo } from '../lessons/votes.ts';
import { outcomeOf } from '../platform/outcome.ts';
import type { Outcomes } from './class-table.ts';
import type { Results } from './results-file.ts';

interface Graded {
  readonly lesson: Lesson;
  readonly reveal: Reveal;
  readonly points: ReadonlyMap<string, readonly Point[]>;
}

const graded = new Map<LessonId, Graded>();

async function load(id: LessonId, isWanted: () => boolean): Promise<Graded | undefined> {
  const known = graded.get(id);
  if (known) return known;
  const [lesson, reveal] = await Promise.all([loadLesson(id), loadReveal(id)]);
  const points = new Map<string, readonly Point[]>();
  for (const name of answerRuns(reveal)) {
    const found = await countRun(runsOf(lesson, reveal), name, isWanted);
    if (!found) return undefined;
    points.set(name, found);
  }
  const loaded = { lesson, reveal, points };
  graded.set(id, loaded);
  return loaded;
}

/** The progress without answers that the question does not have. */
function withoutForeign(progress: LessonProgress, { lesson, reveal }: Graded): LessonProgress {
  const questions = {
    predict: lesson.predict,
    see: reveal.see.question,
    check: checkQuestion(reveal)?.question,
    transfer: reveal.transfer.question,
  };
  const own = Object.entries(progress.given).filter(([name, given]) => {
    const question = questions[name as QuestionName];
    return question !== undefined && isAnswerTo(question, given);
  });
  return { ...progress, given: Object.fromEntries(own) };
}

/**
 * The outcomes of each student's lessons, by the signature of the results.
 * @param isWanted asked between runs
 * @returns undefined when it is no longer wanted
 */
export async function gradeClass(
  all: readonly Results[],
  isWanted: () => boolean,
): Promise<ReadonlyMap<string, Outcomes> | undefined> {
  const outcomes = new Map<string, Outcomes>(all.map(({ signature }) => [signature, {}]));
  try {
    for (const { id } of LESSONS) {
      const begun = all.filter(({ lessons }) => Object.hasOwn(lessons, id));
      if (begun.length === 0) continue;
      const loaded = await load(id, isWanted);
      if (!loaded) return undefined;
      const { lesson, reveal, points } = loaded;
      for (const { lessons, signature } of begun) {
        const progress = withoutForeign(lessons[id] as LessonProgress, loaded);
        const outcome = outcomeOf(progress, lesson, reveal, (name) => {
          const found = points.get(name);
          if (!found) throw new FormulaError(`${name} has no results`);
          return found;
        });
        if (outcome) outcomes.set(signature, { ...outcomes.get(signature), [id]: outcome });
      }
    }
    return isWanted() ? outcomes : undefined;
  } finally {
    closeEngine('lesson');
  }
}
