/** Measures real runs one after the other over one bridge. */
import type { Bridge } from '../../bridge/client.ts';
import type { Hello, RunRequest } from '../../bridge/protocol.ts';
import { isLibrary } from '../../bridge/workload/library.ts';
import type { Measured, Progress } from '../../bridge/workload/measured.ts';
import type { Adaptation } from '../../bridge/workload/plan.ts';
import { type RealQuestion, scenarioOf } from '../../bridge/workload/question.ts';
import { type Observed, observedOf } from './fit-machine.ts';
import { type Point, WARMUP_SECONDS } from './points.ts';

/** A configuration without any completed request, or one that was ended from outside. */
export class NothingMeasured extends Error {
  override name = 'NothingMeasured';
  readonly measured: Measured;
  constructor(measured: Measured) {
    super('nothing was measured');
    this.measured = measured;
  }
}

/** The bridge closed during a run. */
export class BridgeGone extends Error {
  override name = 'BridgeGone';
}

/** A complete real run with its reports. */
export interface RealRun {
  readonly measured: Measured;
  readonly progress: readonly Progress[];
  readonly adapted: readonly Adaptation[];
}

/**
 * Runs one workload at a time over a bridge; rejects with `NothingMeasured` if it did not complete, and with
 * `BridgeGone` if the bridge closed.
 */
export type RunReal = (request: RunRequest) => Promise<RealRun>;

export function realRunsOver(bridge: Bridge): RunReal {
  let isWaiting = false;
  let settle: ((measured: Measured) => void) | undefined;
  let early: Measured | undefined;
  let progress: Progress[] = [];
  bridge.onNotice((notice) => {
    if (!isWaiting) return;
    if (notice.event === 'progress') progress.push(notice.progress);
    else if (settle) settle(notice.measured);
    else early = notice.measured;
  });
  let lose: () => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = () => reject(new BridgeGone());
  });
  lost.catch(() => undefined);
  bridge.onClose(() => lose());

  return async (request) => {
    isWaiting = true;
    progress = [];
    early = undefined;
    settle = undefined;
    try {
      const { adapted } = await bridge.ask('run', request);
      const ended = new Promise<Measured>((resolve) => {
        // The end may arrive before the response to the call.
        if (early) resolve(early);
        settle = resolve;
      });
      const measured = await Promise.race([ended, lost]);
      if (measured.ended !== 'complete' || !measured.summary) throw new NothingMeasured(measured);
      return { measured, progress, adapted };
    } finally {
      isWaiting = false;
    }
  };
}

/** Node's clients are selected by the scenario. */
export const requestedDriver = ({
  driver,
  version,
  virtualThreads,
}: Pick<RealQuestion, 'driver' | 'version' | 'virtualThreads'>): Pick<
  RunRequest,
  'driver' | 'version' | 'virtualThreads' | 'steady'
> => {
  if (isLibrary(driver))
    return {
      ...{ driver, steady: 'always' },
      ...(version !== undefined && { version }),
      ...(virtualThreads && { virtualThreads }),
    };
  return driver === 'redisBenchmark' ? { driver } : {};
};

export type Measure = (point: Point) => Promise<Observed>;

/** @returns measures one configuration at a time */
export function measuringOver(
  bridge: Bridge,
  { machine, address }: Pick<Hello, 'machine' | 'address'>,
): Measure {
  const run = realRunsOver(bridge);
  return async ({ question, isHeld }) => {
    const { measured, progress, adapted } = await run({
      scenario: scenarioOf(question),
      seconds: question.seconds,
      ...requestedDriver(question),
      // A JVM needs seconds until it has compiled a library; the process then performs the other measurements too.
      ...(isLibrary(question.driver) && { steady: 'once' }),
      warmupSeconds: WARMUP_SECONDS,
      ...(isHeld ? { isHeld } : {}),
    });
    const where = { cores: machine.cores, place: address.kind, adapted, isHeld };
    const seen = observedOf(question, progress, measured, where);
    if (!seen) throw new NothingMeasured(measured);
    return seen;
  };
}
