/**
 * Connects the lesson of the address with the learning platform that opened the page: `platform=` names its format. The platform has
 * the learner's progress; this browser, which several students may use, stores none.
 */
import type { Results } from '../../evidence/check/expression.ts';
import { bestVariant, incidentKey } from '../incidents/incident-progress.ts';
import { platformOutcome } from '../incidents/outcome.ts';
import { learn, learnProgress } from '../lesson/learn-state.ts';
import { FormulaError } from '../lessons/figures.ts';
import { NOTHING, progressText, readIncidentProgress, readProgress } from '../lessons/progress.ts';
import { type Format, incidentIn } from './formats.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type Platform, PlatformError } from './platform.ts';
import { platform } from './platform-state.ts';

/** Changes within this time are reported together, ms. */
const REPORT_AFTER_MS = 300;

/** @param lesson name in the package of the lesson or hidden fault that it is about */
export async function attachPlatform(format: Format, lesson: string): Promise<void> {
  try {
    const opened =
      format === 'cmi5'
        ? await (await import('./cmi5.ts')).openCmi5(lesson)
        : (await import('./scorm.ts')).openScorm(format, lesson, window);
    learnProgress.setState(
      {
        lessons: readProgress(opened.kept) ?? {},
        practice: {},
        incidents: readIncidentProgress(opened.kept),
      },
      true,
    );
    platform.setState({ status: 'connected', problem: undefined, learner: opened.learner });
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
    const incident = incidentIn(lesson);
    const reached = incident === undefined ? inLesson(lesson) : inIncident(incident);
    if (!reached) return;
    try {
      await opened.report(reached.outcome, reached.kept);
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

/** What is reported: an outcome, and the progress that the platform keeps. */
interface Reached {
  readonly outcome: Outcome;
  readonly kept: string;
}

/** Of the open lesson; undefined while nothing can be said, or another one is open. */
function inLesson(lesson: string): Reached | undefined {
  const state = learn.getState();
  if (state.id === undefined || !state.lesson || !isPacked(state.id, lesson)) return undefined;
  const progress = learnProgress.getState().lessons[state.id] ?? NOTHING;
  const outcome = outcomeOf(progress, state.lesson, state.reveal, resultsIn(state.results));
  return outcome && { outcome, kept: progressText({ [state.id]: progress }) };
}

/** Of the student's variant of a hidden fault; undefined before it is begun. */
function inIncident(id: string): Reached | undefined {
  const found = bestVariant(learnProgress.getState().incidents, id);
  if (!found) return undefined;
  const { seed, progress } = found;
  return {
    outcome: platformOutcome(progress),
    kept: progressText({}, {}, { [incidentKey(id, seed)]: progress }),
  };
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
