/** `sim verify`: measures advice with the real client on a private Redis, and compares it with the prediction. */
import { availableParallelism } from 'node:os';
import { BridgeError } from '../bridge/client.ts';
import { isLibrary, type LibraryName, releasesOf } from '../bridge/workload/library.ts';
import { issueText } from '../i18n/issues.ts';
import { NothingMeasured } from '../live/calibration/measuring.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import type { ProblemCode } from '../model/scenario/problem.ts';
import { advise, advisedIn } from '../system/advice/advise.ts';
import { changeTexts, estimateText } from '../system/advice/report.ts';
import { optionsOf } from '../system/diagnosis/options.ts';
import { EXIT, print, printMessage } from './input.ts';
import { withOwnBridge } from './own-bridge.ts';
import { showProgress } from './progress.ts';
import type { SolveRequest } from './solve.ts';
import { systemTexts } from './system-texts.ts';
import { measuredGain, predictedGain, QUIET_CORES, withinRun } from './verification.ts';
import { withSubject } from './with-subject.ts';

export interface VerifyRequest extends SolveRequest {
  readonly rounds: number;
}

/** Drivers by the library of the configuration; null: a client of Node. */
const DRIVERS: Readonly<Record<string, LibraryName | null>> = {
  springJedis: 'jedis',
  springLettuce: 'lettuce',
  nodeRedis: null,
  ioredis: null,
};

/** This machine is client and server, with the costs that fit it, unless the request says otherwise. */
const here = () => ({
  cores: availableParallelism(),
  instances: 1,
  'server.host.kind': 'client',
  'costs.profile': 'linux-2core-vm',
});

const factor = (value: number): string => `×${value.toFixed(2)}`;

/** Returns the exit code: 1 if the measured gain is outside the predicted interval, 2 if nothing can be measured. */
export async function verify(request: VerifyRequest, wasm: string, root: string): Promise<number> {
  const { goal, vary, json, lang, rounds } = request;
  const answers = { ...here(), ...request.answers };
  return withSubject({ ...request, answers }, wasm, async (subject, { engines, normalize }) => {
    const t = systemTexts(lang);
    const id = subject.reading.library?.id ?? '';
    const library = isLibrary(id) ? id : DRIVERS[id];
    if (library === undefined) {
      printMessage(t('advice.verify.noDriver', { library: id === '' ? '–' : id }));
      return EXIT.badInput;
    }
    if (subject.scenario.workload.arrivals.kind !== 'closed' || goal.ratePerSec !== undefined) {
      printMessage(t('advice.verify.notClosed'));
      return EXIT.badInput;
    }
    const progress = showProgress();
    const advice = await advise(subject.scenario, vary, goal, engines, normalize, {
      onChange: ({ done, stage }) => progress.show(`${stage}: ${done} runs`),
    });
    const { now } = advice;
    const advised = advisedIn(advice);
    const [before, after] = [now?.metrics.throughput, advised?.metrics.throughput];
    if (!now || !advised || !before || !after || Object.keys(advised.edits).length === 0) {
      progress.end();
      printMessage(t('advice.verify.nothing'));
      return EXIT.failed;
    }
    const predicted = predictedGain(before, after);
    return withOwnBridge(wasm, root, async (bridge) => {
      try {
        const [earlier, later] = [withinRun(now.scenario), withinRun(advised.scenario)];
        await refuseMisfits(bridge, library, [earlier, later]);
        if (library) await bridge.ask('build', { library, version: releasesOf(library)[0].version });
        const measured = await measuredGain(bridge, earlier, later, {
          ...{ library: library ?? undefined, rounds },
          onRun: (run) => progress.show(`measure: ${run} of ${2 * rounds}`),
        });
        progress.end();
        const isWithin = measured.gain.mean > predicted.low && measured.gain.mean < predicted.high;
        const isQuiet = measured.othersCores < QUIET_CORES;
        if (json)
          print(
            JSON.stringify({
              edits: advised.edits,
              predicted: { before, after, gain: predicted },
              measured,
              isWithin,
              isQuiet,
            }),
          );
        else {
          const rate = (mean: number) =>
            estimateText('throughput', { mean, half: undefined, count: 1 }, lang);
          print(
            t('advice.verify.change', {
              change: changeTexts(advised, optionsOf(subject, advised.edits)).join(', '),
            }),
          );
          print(
            t('advice.verify.predicted', {
              ...{
                before: estimateText('throughput', before, lang),
                after: estimateText('throughput', after, lang),
              },
              ...{ gain: factor(predicted.mean), low: factor(predicted.low), high: factor(predicted.high) },
            }),
          );
          print(
            t('advice.verify.measured', {
              ...{
                before: rate(measured.before),
                after: rate(measured.after),
                gain: factor(measured.gain.mean),
              },
              ...{ low: factor(measured.gain.low), high: factor(measured.gain.high), rounds },
            }),
          );
          print(
            t('advice.verify.verdict', {
              isWithin: isWithin ? 'yes' : 'no',
              isQuiet: isQuiet ? 'yes' : 'no',
              others: measured.othersCores.toFixed(2),
            }),
          );
        }
        return isWithin ? EXIT.done : EXIT.failed;
      } catch (error) {
        progress.end();
        if (error instanceof Unfit || error instanceof NothingMeasured) {
          const codes =
            error instanceof Unfit
              ? error.message
              : error.measured.remarks.map(({ code }) => code).join(', ');
          printMessage(t('advice.verify.unfit', { codes }));
          return EXIT.badInput;
        }
        if (error instanceof BridgeError) {
          const { code, detail } = error.failure;
          printMessage(`${code}: ${issueText({ code: code as ProblemCode, path: '', facts: detail }, lang)}`);
          return EXIT.badInput;
        }
        throw error;
      } finally {
        bridge.close();
      }
    });
  });
}

/** The drivers cannot run a scenario. */
class Unfit extends Error {}

async function refuseMisfits(
  bridge: Parameters<typeof measuredGain>[0],
  library: LibraryName | null,
  scenarios: readonly Scenario[],
): Promise<void> {
  for (const scenario of scenarios) {
    const plan = await bridge.ask('plan', { scenario, seconds: 1, ...(library && { driver: library }) });
    if (plan.kind === 'impossible')
      throw new Unfit(plan.misfits.map(({ code, detail }) => `${code} ${JSON.stringify(detail)}`).join(', '));
  }
}
