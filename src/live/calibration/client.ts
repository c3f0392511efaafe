/** The page's end of the worker in which the model is fitted and asked. */
import { remoteWorker } from '../../lib/remote-worker.ts';
import type { Modeller } from './calibrate.ts';

export interface ModellerClient extends Modeller {
  /** Ends the worker at once; what is under way rejects. */
  close(): void;
}

export function spawnModeller(): ModellerClient {
  const { remote, orEnd, close } = remoteWorker<Modeller>(
    new Worker(new URL('./model.worker.ts', import.meta.url), { type: 'module', name: 'calibration' }),
  );
  return {
    fitCosts: (seen) => orEnd(remote.fitCosts(seen)),
    foresee: (...asked) => orEnd(remote.foresee(...asked)),
    close,
  };
}
