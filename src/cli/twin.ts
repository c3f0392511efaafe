/** `sim twin`: calibrates the model to this machine and tests its predictions against real clients. */
import { readFile } from 'node:fs/promises';
import type { Bridge } from '../bridge/client.ts';
import type { Machine } from '../bridge/protocol.ts';
import { isLibrary, type LibraryName, releasesOf } from '../bridge/workload/library.ts';
import { TARGETS } from '../evidence/predict/accuracy.ts';
import { relativeError } from '../evidence/predict/statistics.ts';
import { agreementOf, errorOfPair } from '../live/calibration/agreement.ts';
import {
  atSpeed,
  calibrate,
  checkAll,
  type Foreseen,
  foreseeAll,
  isDisturbed,
  judgedAgain,
  medianErrorOf,
} from '../live/calibration/calibrate.ts';
import { standardNs } from '../live/calibration/costs.ts';
import type { Fitted, Observed } from '../live/calibration/fit-machine.ts';
import { measuringOver } from '../live/calibration/measuring.ts';
import { modellerWith } from '../live/calibration/modeller.ts';
import type { CalibrationPlan } from '../live/calibration/plan.ts';
import { type Point, roundsOf, seenPoints, unseenPoints } from '../live/calibration/points.ts';
import { type CalibratedRuntime, planOf } from '../live/calibration/runtimes/runtimes.ts';
import { Engine } from '../model/engine/engine.ts';
import { EXIT, print, printMessage } from './input.ts';
import { withOwnBridge } from './own-bridge.ts';

/** What predictions should reach; the exit code asks for less, because machines are noisy. */
const GOALS = { medianError: 0.12, worstError: 0.35, rank: 0.95 } as const;

export interface TwinRequest {
  /** One after the other; with several their predictions are also judged together. */
  runtimes: readonly CalibratedRuntime[];
  /** Rounds of each configuration, instead of those of a calibration in the page. */
  rounds: number | undefined;
  json: boolean;
}

/** Returns the exit code. `wasm` is the engine's file, `root` the repository. */
export async function showTwin(
  { runtimes, rounds, json }: TwinRequest,
  wasm: string,
  root: string,
): Promise<number> {
  return withOwnBridge(wasm, root, async (bridge) => {
    const tested: Tested[] = [];
    for (const runtime of runtimes) {
      if (runtimes.length > 1) printMessage(`calibrating ${runtime}`);
      const found = await testOne(bridge, runtime, rounds, wasm);
      if (!json) showTested(found);
      tested.push(found);
    }
    bridge.close();
    const judged = tested.flatMap((each) => each.judged);
    if (json) {
      const results = tested.map(resultOf);
      print(JSON.stringify(results.length === 1 ? results[0] : { results, agreement: agreementOf(judged) }));
    } else if (runtimes.length > 1) {
      const held = judged.filter(({ isHeld }) => isHeld);
      showAgreement(`${runtimes.join(' and ')} together, client and Redis on one core`, held);
    }
    return medianErrorOf(judged) <= TARGETS.medianError ? EXIT.done : EXIT.failed;
  });
}

/** A calibration with the predictions that followed from it, and their measurements. */
interface Tested {
  readonly machine: Machine;
  readonly seen: readonly Observed[];
  readonly fitted: Fitted;
  readonly judged: readonly Foreseen[];
  /** Rate of the calibrated configurations during the predictions, as a multiple of before; undefined if not measured. */
  readonly speed: number | undefined;
  /** The predictions with costs of that speed. */
  readonly corrected: readonly Foreseen[];
}

async function testOne(
  bridge: Bridge,
  runtime: CalibratedRuntime,
  rounds: number | undefined,
  wasm: string,
): Promise<Tested> {
  const plan = planOf(runtime);
  for (const [library, version] of releasesIn(plan)) await bridge.ask('build', { library, version });
  const hello = await bridge.ask('hello', {});
  const measure = measuringOver(bridge, hello);
  const modeller = modellerWith(await Engine.load(await readFile(wasm)));
  const roundsFor = rounds === undefined ? roundsOf : () => rounds;
  const began = performance.now();
  const telling = {
    measuring: (point: Point, index: number, of: number) =>
      printMessage(`measuring ${index + 1} of ${of}: ${nameOf(point)}`),
    fitting: () => printMessage(`measured for ${seconds(performance.now() - began)}; fitting`),
  };
  const deciding = seenPoints(plan, hello.canHold);
  const { seen, fitted } = await calibrate(measure, runtime, deciding, modeller, telling, roundsFor);
  const [like] = seen;
  if (!like) throw new Error('nothing was measured');
  const unseen = unseenPoints(plan, hello.canHold);
  const foreseen = await foreseeAll(modeller, unseen, like, fitted);
  const { judged, speed } = await checkAll(measure, foreseen, telling.measuring, undefined, {
    controls: controlsIn(seen),
    roundsFor,
  });
  const corrected =
    speed === undefined
      ? []
      : judgedAgain(judged, await foreseeAll(modeller, unseen, like, atSpeed(fitted, speed)));
  return { machine: hello.machine, seen, fitted, judged, speed, corrected };
}

/** As JSON. */
const resultOf = ({ machine, seen, fitted, judged, speed, corrected }: Tested) => ({
  ...{ machine, seen, fitted, judged, medianError: medianErrorOf(judged) },
  agreement: agreementOf(judged),
  ...{ speed, atPresentSpeed: agreementOf(corrected) },
});

function showTested({ fitted, judged, corrected, speed }: Tested): void {
  showCosts(fitted);
  showPredictions(judged, corrected, speed);
}

/**
 * The configurations whose rates show the machine's speed: on one core and without added delay. Their median ratio
 * needs an undisturbed half of them.
 */
const controlsIn = (seen: readonly Observed[]): readonly Observed[] =>
  seen.filter(({ isHeld, question }) => isHeld && question.rttUs === 0);

/** The releases of the libraries whose programs a plan needs. */
function releasesIn({ deciding }: CalibrationPlan): readonly (readonly [LibraryName, string])[] {
  const names = new Set(deciding.map(({ driver }) => driver).filter(isLibrary));
  return [...names].map((name) => [name, releasesOf(name)[0].version]);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const percent = (share: number) => `${share < 0 ? '−' : '+'}${(100 * Math.abs(share)).toFixed(1)} %`;
const count = (perSec: number) => Math.round(perSec).toLocaleString('en');

function nameOf({ question, isHeld }: Point): string {
  const { driver, callers, connections, mix, valueBytes, batch, batchSize, rttUs } = question;
  const words = [
    `${driver} ${callers} × ${connections}`,
    `${mix} ${valueBytes} B`,
    batch !== 'none' && `${batch} ${batchSize}`,
    rttUs > 0 && `+${rttUs} µs`,
    isHeld && 'one core',
  ];
  return words.filter(Boolean).join(', ');
}

function showCosts({ costs, explained, relayUs, cores }: Fitted): void {
  print(`\n${'cost'.padEnd(24)}${'default'.padStart(10)}${'here'.padStart(10)}   uncertainty`);
  for (const { cost, value, uncertainty } of costs)
    print(
      `${cost.padEnd(24)}${String(standardNs(cost)).padStart(10)}${String(value).padStart(10)}   ± ${uncertainty === null ? '?' : `${(100 * uncertainty).toFixed(0)} %`}`,
    );
  if (cores !== undefined)
    print(`client and Redis behave as on ${cores === 1 ? 'one core' : `${cores} cores`}`);
  print(`the relay adds ${relayUs} µs to a round trip beyond what it is asked for\n`);
  print('what was fitted, requests/s'.padEnd(60) + 'measured'.padStart(10) + 'model'.padStart(10));
  for (const { seen, perSec, ...point } of explained)
    print(
      nameOf(point).padEnd(60) +
        count(seen).padStart(10) +
        count(perSec).padStart(10) +
        percent(relativeError(perSec, seen)).padStart(10),
    );
}

function showPredictions(
  judged: readonly Foreseen[],
  corrected: readonly Foreseen[],
  speed: number | undefined,
): void {
  print(
    `\n${'not seen before'.padEnd(60)}${['requests/s', 'p99, µs', 'CPU, µs'].map((title) => title.padEnd(32)).join('')}`,
  );
  for (const row of judged) {
    const { p99Us, clientCpuUs } = row.also;
    print(
      [
        nameOf(row).padEnd(60),
        pairOf(row.perSec, row.seen, 0),
        pairOf(p99Us.predicted, p99Us.seen, 0),
        pairOf(clientCpuUs.predicted, clientCpuUs.seen, 1),
        isDisturbed(row) ? `others had ${row.othersCores?.toFixed(1)} cores` : '',
      ]
        .join('')
        .trimEnd(),
    );
  }
  showAgreement('all', judged);
  const placed = (isHeld: boolean) => (row: Foreseen) => row.isHeld === isHeld;
  const [held, free] = [judged.filter(placed(true)), judged.filter(placed(false))];
  if (held.length > 0 && free.length > 0) {
    showAgreement('client and Redis on one core', held);
    showAgreement('on all cores, where other programs and the kernel decide who runs on which', free);
  }
  if (speed === undefined) return;
  print(
    `\nThe calibrated configurations were measured again between the predicted ones, and ran at ${speed.toFixed(2)} × their rate.`,
  );
  showAgreement('on one core, with costs of that speed', corrected.filter(placed(true)));
}

function showAgreement(which: string, judged: readonly Foreseen[]): void {
  const found = agreementOf(judged);
  if (!found) return;
  const { p99Us, clientCpuUs } = found.also;
  print(`\n${which}: ${found.count} predictions, made before they were measured`);
  print(
    `  throughput: median error ${share(found.median)} (goal ${share(GOALS.medianError)}), worst ${share(found.worst)} (goal ${share(GOALS.worstError)}), rank correlation ${found.rank.toFixed(2)} (goal ${GOALS.rank})`,
  );
  print(
    `  the machine: rounds of one configuration are ${share(found.spread)} apart (fastest against slowest, median)`,
  );
  print(`  median error of p99 ${share(p99Us)}, of the client's CPU time per request ${share(clientCpuUs)}`);
}

const share = (value: number | undefined) => (value === undefined ? '?' : `${(100 * value).toFixed(1)} %`);

/** A prediction, its measurement and their difference, in 32 columns. */
function pairOf(predicted: number | null, seen: number | null, digits: number): string {
  const text = (value: number | null) =>
    value === null ? '?' : value.toLocaleString('en', { maximumFractionDigits: digits });
  const error = errorOfPair({ predicted, seen });
  return `${text(predicted).padStart(9)}${text(seen).padStart(10)}${(error === undefined ? '?' : percent(error)).padStart(10)}   `;
}
