/** The code of a lesson against the real Redis: the lesson's system with a client library, measured beside the model. */
import type { RunRequest } from '../../bridge/protocol.ts';
import { isLibrary, type LibraryName, releasesOf } from '../../bridge/workload/library.ts';
import type { Plan } from '../../bridge/workload/plan.ts';
import { newEngine } from '../../lab/run/engines.ts';
import { realRunsOver } from '../../live/calibration/measuring.ts';
import { openedBridge } from '../../live/live.ts';
import { problemOf, whatFailed } from '../../live/measurement.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { presetById } from '../../model/scenario/library.ts';
import { diff, type Edits, isObject } from '../../model/scenario/patch.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import type { Lesson } from '../lessons/lesson.ts';
import { scenariosOfStage } from '../lessons/runs.ts';
import { completed } from './stage.ts';

/** A library of the code box. */
export type CodeLibrary = Extract<LibraryName, 'jedis' | 'lettuce' | 'goRedis'> | 'nodeRedis';

/** Wall time of the measured window, s. */
const SECONDS = 2;
/** A small size: what a laptop with a Redis can do beside a page. */
const MOST_CALLERS = 64;
const MOST_PER_SEC = 5_000;
/** Attempts to find a scenario that a library can run; each follows the reasons of the one before. */
const ATTEMPTS = 6;
/** Wall time of one slice of the model, ms. */
const SLICE_MS = 40;

/** Throughput in requests, and p99. */
export interface RunFigures {
  readonly perSec: number;
  readonly p99Us: number | null;
}

export type RealCode =
  | {
      readonly kind: 'done';
      readonly model: RunFigures;
      readonly real: RunFigures;
      /** Settings with other values than in the lesson. */
      readonly changed: readonly string[];
    }
  /** A real client cannot have the lesson's system; the nearest one can run. */
  | { readonly kind: 'other'; readonly problems: readonly Problem[] }
  | { readonly kind: 'failed'; readonly problems: readonly Problem[] };

/** The lesson's system with few callers, and with an event loop's client for a library that has nothing else. */
function smallScenario(scenario: Scenario, library: CodeLibrary): Edits {
  const { arrivals } = scenario.workload;
  const size: Edits = {
    ...(arrivals.callers > MOST_CALLERS && { 'workload.arrivals.callers': MOST_CALLERS }),
    ...(arrivals.kind === 'open' &&
      arrivals.ratePerSec > MOST_PER_SEC && { 'workload.arrivals.ratePerSec': MOST_PER_SEC }),
  };
  const { runtime, io } = scenario.client;
  const isOwn: Readonly<Partial<Record<CodeLibrary, boolean>>> = {
    nodeRedis: runtime.kind === 'eventLoop',
    lettuce: runtime.kind === 'threads' && io.kind === 'eventLoops',
  };
  if (isOwn[library] ?? true) return size;
  const scene = presetById(library === 'lettuce' ? 'lettuce-shared' : 'node-redis')?.scenario;
  return isObject(scene) && scene.client !== undefined ? { ...size, client: scene.client } : size;
}

/** Whether a value belongs to the client, which is another one here, or to the costs, which reality has. */
const isOfClient = (path: string): boolean => /^(client|costs)\./.test(path) || path === 'client';

const requestOf = (scenario: unknown, library: CodeLibrary): RunRequest => ({
  scenario,
  seconds: SECONDS,
  ...(isLibrary(library) && {
    ...{ driver: library, version: releasesOf(library)[0].version, steady: 'once' as const },
  }),
});

interface Fitted {
  readonly scenario: Scenario;
  /** Why the scenario before was refused, beyond its client. */
  readonly problems: readonly Problem[];
}

/** Plans a run without running anything, and completes a scenario. */
export interface Planning {
  readonly plan: (request: RunRequest) => Promise<Plan>;
  readonly complete: (partial: unknown) => Promise<Scenario>;
}

/**
 * The lesson's system, small, as the library can run it; undefined if none was found.
 * @param original the lesson's scenario
 */
export async function fittedScenario(
  { plan: planOf, complete }: Planning,
  original: Scenario,
  library: CodeLibrary,
): Promise<Fitted | undefined> {
  let scenario = await complete(applyEdits(original, smallScenario(original, library)));
  const problems: Problem[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const plan = await planOf(requestOf(scenario, library));
    if (plan.kind === 'possible') return { scenario, problems };
    problems.push(
      ...plan.misfits.filter(({ detail }) => !isOfClient(String(detail.path ?? ''))).map(problemOf),
    );
    scenario = await complete(applyEdits(scenario, plan.nearest.edits));
  }
  return undefined;
}

/** What the model says of a scenario. */
async function modelled(scenario: Scenario): Promise<RunFigures> {
  const worker = newEngine();
  try {
    await worker.open(scenario, false);
    for (;;) {
      const { done, summary } = await worker.finish(SLICE_MS);
      if (done && summary)
        return { perSec: summary.throughput.perSec, p99Us: summary.responseTime.p99Us ?? null };
    }
  } finally {
    worker.close();
  }
}

/**
 * Runs the lesson's system with a library against the real Redis, then in the model.
 * @param mayDiffer whether a nearest system may run that differs in more than its client
 */
export async function runCode(lesson: Lesson, library: CodeLibrary, mayDiffer: boolean): Promise<RealCode> {
  const bridge = openedBridge()?.bridge;
  if (!bridge) return { kind: 'failed', problems: [problemOf({ code: 'BR-02', detail: {} })] };
  try {
    const [partial] = scenariosOfStage(lesson);
    const original = await completed(partial);
    const planning = { plan: (request: RunRequest) => bridge.ask('plan', request), complete: completed };
    const fit = await fittedScenario(planning, original, library);
    if (!fit) return { kind: 'failed', problems: [{ code: 'LES-35', path: '' }] };
    if (fit.problems.length > 0 && !mayDiffer) return { kind: 'other', problems: fit.problems };
    const { measured } = await realRunsOver(bridge)(requestOf(fit.scenario, library));
    const { summary } = measured;
    const model = await modelled(fit.scenario);
    return {
      kind: 'done',
      model,
      real: {
        perSec: summary?.throughput.perSec ?? 0,
        p99Us: summary?.responseTime.p99Us ?? null,
      },
      changed: diff(original, fit.scenario).map(({ path }) => path),
    };
  } catch (error) {
    return { kind: 'failed', problems: [whatFailed(error)] };
  }
}

/** Stops a run that has started. */
export const stopCode = (): void =>
  void openedBridge()
    ?.bridge.ask('stop', {})
    .catch(() => undefined);
