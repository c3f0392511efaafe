import { issueText } from '../i18n/issues.ts';
import { type Advice, advise, advisedIn } from '../system/advice/advise.ts';
import { changedPieces } from '../system/advice/changed.ts';
import type { Goal } from '../system/advice/goal.ts';
import type { Outcome } from '../system/advice/outcome.ts';
import { adviceReport } from '../system/advice/report.ts';
import type { Knob } from '../system/advice/vary.ts';
import { optionsOf } from '../system/diagnosis/options.ts';
import { EXIT, print, printMessage } from './input.ts';
import { showProgress } from './progress.ts';
import { systemTexts } from './system-texts.ts';
import { type SubjectRequest, withSubject } from './with-subject.ts';

export interface SolveRequest extends SubjectRequest {
  readonly goal: Goal;
  readonly vary: readonly Knob[];
  readonly json: boolean;
}

/** Returns the exit code: 1 if nothing within the bounds meets the goal. `wasm` is the engine's file. */
export async function solve(request: SolveRequest, wasm: string): Promise<number> {
  const { goal, vary, json, lang } = request;
  return withSubject(request, wasm, async (subject, { engines, normalize }) => {
    const progress = showProgress();
    const advice = await advise(subject.scenario, vary, goal, engines, normalize, {
      onChange: ({ done, stage }) => progress.show(`${stage}: ${done} runs`),
    });
    progress.end();
    if (!advice.now) {
      printMessage(`ENG-01: ${issueText({ code: 'ENG-01', path: '' }, lang)}`);
      return EXIT.failed;
    }
    const advised = advisedIn(advice);
    const changed = changedPieces(subject, advised?.edits ?? {}, request.answers);
    const named = (outcome: Outcome) => optionsOf(subject, outcome.edits);
    const t = systemTexts(lang);
    print(
      json
        ? JSON.stringify({ ...jsonOf(advice), changed })
        : adviceReport({ advice, language: lang, t, optionsOf: named, changed }).trimEnd(),
    );
    return goal.conditions.length > 0 && !advice.smallest ? EXIT.failed : EXIT.done;
  });
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
