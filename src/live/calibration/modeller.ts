/** The model in the same thread: for the command line, and inside the page's worker. */
import { isLibrary, releasesOf } from '../../bridge/workload/library.ts';
import { type Adaptation, decidedBy } from '../../bridge/workload/plan.ts';
import { type RealQuestion, scenarioOf } from '../../bridge/workload/question.ts';
import type { RealBatch, RealWorkload } from '../../bridge/workload/workload.ts';
import type { Engine } from '../../model/engine/engine.ts';
import type { Modeller } from './calibrate.ts';
import { fitMachine, foresee } from './fit-machine.ts';
import type { Surroundings } from './model.ts';
import type { Point } from './points.ts';
import { planOf } from './runtimes/runtimes.ts';

/** The same commands as the bridge. */
function commandsOf({
  mix,
  valueBytes,
  batch,
  batchSize: size,
}: RealQuestion): Pick<RealWorkload, 'command' | 'second' | 'batch'> {
  const batches: Readonly<Record<RealQuestion['batch'], RealBatch>> = {
    none: { kind: 'none' },
    multiKey: { kind: 'multiKey', size, replyPerKey: mix === 'get' },
    pipeline: { kind: 'pipeline', size },
    transactionInPipeline: { kind: 'transaction', size, roundTrips: 1 },
  };
  return {
    command: { kind: mix === 'set' ? 'set' : 'get', valueBytes },
    second: mix === 'half' ? { kind: 'set', valueBytes, share: 0.5 } : null,
    batch: batches[batch],
  };
}

/** What the library decides itself. Sizes are requested in the bridge's values, so they are not adapted. */
function adaptedOf(engine: Engine, question: RealQuestion): readonly Adaptation[] {
  const { driver, version } = question;
  const { scenario } = engine.normalize(JSON.stringify(scenarioOf(question)));
  if (!isLibrary(driver) || !scenario) return [];
  const decided = decidedBy(driver, version ?? releasesOf(driver)[0].version, scenario);
  return Object.entries(decided).map(([path, to]) => ({ path, to }));
}

/** Surroundings of an unseen run: those of the seen ones, with its own driver and relay. */
const whereOf = (
  { question, isHeld }: Point,
  reference: Surroundings,
  adapted: readonly Adaptation[],
): Surroundings => ({
  ...reference,
  isHeld,
  adapted,
  workload: {
    driver: question.driver,
    ...commandsOf(question),
    relay:
      question.rttUs > 0
        ? {
            rttUs: question.rttUs,
            requestJitterUs: { kind: 'constant', value: 0 },
            replyJitterUs: { kind: 'constant', value: 0 },
          }
        : null,
  },
});

export const modellerWith = (engine: Engine, say?: (line: string) => void): Modeller => ({
  fitCosts: async (runtime, seen) => fitMachine(engine, planOf(runtime), seen, say),
  foresee: async (points, reference, costs) =>
    points.map((point) => {
      const where = whereOf(point, reference, adaptedOf(engine, point.question));
      return foresee(engine, point, where, costs);
    }),
});
