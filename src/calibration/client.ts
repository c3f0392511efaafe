/** The page's end of the worker. Comlink promises never settle when their worker is gone, so each races against its end. */
import * as Comlink from 'comlink';
import type { Modeller } from './calibrate.ts';

export interface ModellerClient extends Modeller {
  /** Ends the worker at once; what is under way rejects. */
  close(): void;
}

export function spawnModeller(): ModellerClient {
  const worker = new Worker(new URL('./model.worker.ts', import.meta.url), {
    type: 'module',
    name: 'calibration',
  });
  const remote = Comlink.wrap<Modeller>(worker);
  let end: (reason: Error) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  ended.catch(() => undefined);
  worker.onerror = (event) => end(new Error(event.message || 'the worker could not be loaded'));
  const orEnd = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, ended]);
  return {
    fitCosts: (seen) => orEnd(remote.fitCosts(seen)),
    foresee: (...asked) => orEnd(remote.foresee(...asked)),
    close: () => {
      end(new Error('closed'));
      worker.terminate();
    },
  };
}
