/**
 * Connects the lesson of the address with the learning platform that opened the page: `platform=` names its format. The platform has
 * the learner's progress; this browser, which several students may use, stores none.
 */
import type { Results } from '../../evidence/check/expression.ts';
import { learn, learnProgress } from '../lesson/learn-state.ts';
import { FormulaError } from '../lessons/figures.ts';
import { NOTHING, progressText, readProgress } from '../lessons/progress.ts';
import type { Format } from './formats.ts';
import { outcomeOf } from './outcome.ts';
import { type Platform, PlatformError } from './platform.ts';
import { platform } from './platform-state.ts';

/** Changes within this time are reported together, ms. */
const REPORT_AFTER_MS = 300;

/** @param lesson id of the lesson that the package is about */
export async function attachPlatform(format: Format, lesson: string): Promise<void> {
  try {
    const opened =
      format === 'cmi5'
        ? await (await import('./cmi5.ts')).openCmi5(lesson)
        : (await import('./scorm.ts')).openScorm(format, lesson, window);
    learnProgress.setState({ lessons: readProgress(opened.kept) ?? {}, practice: {}, incidents: {} }, true);
    platform.setState({ status: 'connected', problem: undefined });
    follow(opened, lesson);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    learnProgress.setState({ lessons: {}, practice: {}, incidents: {} }, true);
    platform.setState({ status: 'failed', problem: { code: 'LMS-01', path: '', detail: error.message } });
  }
}

/** Reports every change of the lesson until the page is left. */
function follow(opened: Platform, lesson: string): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = async () => {
    timer = undefined;
    const state = learn.getState();
    if (state.id === undefined || !state.lesson || !isPacked(state.id, lesson)) return;
    const progress = learnProgress.getState().lessons[state.id] ?? NOTHING;
    const outcome = outcomeOf(progress, state.lesson, state.reveal, resultsIn(state.results));
    if (!outcome) return;
    try {
      await opened.report(outcome, progressText({ [state.id]: progress }));
      platform.setState({ status: 'connected', problem: undefined });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      platform.setState({ status: 'failed', problem: { code: 'LMS-02', path: '', detail: error.message } });
    }
  };
  const soon = () => {
    timer ??= setTimeout(() => void report(), REPORT_AFTER_MS);
  };
  learnProgress.subscribe(soon);
  learn.subscribe(soon);
  addEventListener('pagehide', () => {
    clearTimeout(timer);
    // The functions of SCORM return at once, so the last change arrives too.
    void report();
    opened.leave();
  });
}

/** A lesson of one's own has the name `own` in its package, and one by its content on the page. */
const isPacked = (id: string, lesson: string): boolean =>
  id === lesson || (lesson === 'own' && id.startsWith('own-'));

const resultsIn =
  (results: Readonly<Record<string, ReturnType<Results>>>): Results =>
  (name) => {
    const points = results[name];
    if (!points) throw new FormulaError(`${name} has no results`);
    return points;
  };
