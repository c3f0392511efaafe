/** `sim check`: whether a configuration meets service level objectives. */
import { issueText } from '../i18n/issues.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import { PairedRuns } from '../model/sweep/paired-runs.ts';
import { commonLength } from '../model/sweep/run-length.ts';
import { conditionText, type Goal, loadEdits, meets } from '../system/advice/goal.ts';
import { type Outcome, outcomeOf } from '../system/advice/outcome.ts';
import { estimateText } from '../system/advice/report.ts';
import { EXIT, print, printMessage } from './input.ts';
import { systemTexts } from './system-texts.ts';
import { type SubjectRequest, withSubject } from './with-subject.ts';

export interface CheckRequest extends SubjectRequest {
  readonly goal: Goal;
  readonly json: boolean;
  readonly seeds: number;
}

/** Returns the exit code: 1 if an objective is missed, 2 for bad input. `wasm` is the engine's file. */
export async function check(request: CheckRequest, wasm: string): Promise<number> {
  const { goal, json, seeds, lang } = request;
  return withSubject(request, wasm, async (subject, { engines, normalize }) => {
    const edits = loadEdits(subject.scenario, goal);
    const { scenario } = await normalize(applyEdits(subject.scenario, edits));
    const loaded = scenario ?? subject.scenario;
    const run = await commonLength([loaded], engines);
    const system = { ...loaded, run };
    const runs = new PairedRuns(engines);
    await runs.run([system], seeds);
    const outcome = outcomeOf(runs, goal, system, {});
    if (!outcome) {
      printMessage(`ENG-01: ${issueText({ code: 'ENG-01', path: '' }, lang)}`);
      return EXIT.failed;
    }
    const judged = goal.conditions.map((condition) => ({ condition, ...judge(outcome, condition) }));
    if (json) print(JSON.stringify({ objectives: judged, seeds, isMet: outcome.isMet }));
    else {
      const t = systemTexts(lang);
      for (const { condition, estimate, state } of judged)
        print(
          t('advice.check.line', {
            condition: conditionText(condition),
            value: estimate ? estimateText(condition.metric, estimate, lang) : t('advice.check.noValue'),
            state: t(`advice.check.${state}`),
          }),
        );
    }
    return judged.some(({ state }) => state === 'missed') ? EXIT.failed : EXIT.done;
  });
}

/** How one objective is met: `unsure` if its interval contains the limit. */
function judge({ metrics }: Outcome, condition: Goal['conditions'][number]) {
  const estimate = metrics[condition.metric];
  const isUpper = condition.relation === '<';
  if (!estimate || !meets(condition, estimate.mean) || (estimate.isAtLeast && isUpper))
    return { estimate, state: 'missed' } as const;
  const worst = estimate.mean + (isUpper ? 1 : -1) * (estimate.half ?? 0);
  return { estimate, state: meets(condition, worst) ? ('met' as const) : ('unsure' as const) };
}
