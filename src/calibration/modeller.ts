/** The model in the same thread: for the command line, and for the worker of the page. */
import type { Engine } from '../engine/engine.ts';
import type { Modeller } from './calibrate.ts';
import { fitMachine, foresee } from './fit-machine.ts';
import type { Surroundings } from './model.ts';
import type { Point } from './points.ts';

/** Where an unseen run will be made: as the seen ones, but for its own driver and relay. */
const whereOf = ({ question, isHeld }: Point, like: Surroundings): Surroundings => ({
  ...like,
  isHeld,
  // Sizes are asked for as the bridge has them, so nothing of them is adapted.
  adapted: [],
  workload: {
    driver: question.driver,
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
  fitCosts: async (seen) => fitMachine(engine, seen, say),
  foresee: async (points, like, costs) =>
    points.map((point) => foresee(engine, point, whereOf(point, like), costs)),
});
