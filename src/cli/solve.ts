/** `sim solve`: the smallest change that meets a goal, and the best configuration within bounds. */
import { issueText } from '../i18n/issues.ts';
import type { Language } from '../lib/languages.ts';
import { type Advice, advise } from '../system/advice/advise.ts';
import { changedPieces } from '../system/advice/changed.ts';
import type { Goal } from '../system/advice/goal.ts';
import type { Outcome } from '../system/advice/outcome.ts';
import { adviceReport } from '../system/advice/report.ts';
import type { Knob } from '../system/advice/vary.ts';
import { optionsOf } from '../system/diagnosis/options.ts';
import type { Answers } from '../system/system.ts';
import { openEngines } from './engines.ts';
import { EXIT, print, printMessage } from './input.ts';
import { showProgress } from './progress.ts';
import { readSubject } from './subject.ts';
import { systemTexts } from './system-texts.ts';
import { RunFailed } from './threads.ts';

export interface SolveRequest {
  readonly files: readonly string[];
  readonly answers: Answers;
  readonly goal: Goal;
  readonly vary: readonly Knob[];
  readonly json: boolean;
  readonly jobs: number | undefined;
  readonly lang: Language;
}

/** Returns the exit code: 1 if nothing within the bounds meets the goal. `wasm` is the engine's file. */
export async function solve(request: SolveRequest, wasm: string): Promise<number> {
  const { files, answers, goal, vary, json, jobs, lang } = request;
  const { engines, normalize, close } = await openEngines(wasm, jobs);
  try {
    const subject = await readSubject(files, normalize, answers);
    if (!('scenario' in subject)) {
      for (const { file, problem } of subject)
        printMessage(`${problem.code} ${problem.path || file}: ${issueText(problem, lang)}`);
      return EXIT.badInput;
    }
    const progress = showProgress();
    const advice = await advise(subject.scenario, vary, goal, engines, normalize, {
      onChange: ({ done, stage }) => progress.show(`${stage}: ${done} runs`),
    });
    progress.end();
    const { smallest, sturdy, best } = advice;
    const advised = sturdy ?? smallest ?? best;
    const changed = changedPieces(subject, advised?.edits ?? {});
    const named = (outcome: Outcome) => optionsOf(subject, outcome.edits);
    const t = systemTexts(lang);
    print(
      json
        ? JSON.stringify({ ...jsonOf(advice), changed })
        : adviceReport({ advice, language: lang, t, optionsOf: named, changed }).trimEnd(),
    );
    return goal.conditions.length > 0 && !advice.smallest ? EXIT.failed : EXIT.done;
  } catch (error) {
    if (!(error instanceof RunFailed)) throw error;
    printMessage(`${error.problem.code}: ${issueText(error.problem, lang)}`);
    return EXIT.badInput;
  } finally {
    await close();
  }
}

const outcomeJson = (outcome: Outcome | null) =>
  outcome && {
    ...{ edits: outcome.edits, isMet: outcome.isMet, isSure: outcome.isSure },
    ...{ connections: outcome.connections, cores: outcome.cores, metrics: outcome.metrics },
  };

/** The advice without whole scenarios. */
const jsonOf = ({ goal, vary, now, smallest, sturdy, best, frontier, robust }: Advice) => ({
  ...{ goal, vary, now: outcomeJson(now), smallest: outcomeJson(smallest) },
  ...{ sturdy: outcomeJson(sturdy), best: outcomeJson(best) },
  ...{ frontier: frontier.map(outcomeJson), robust },
});
