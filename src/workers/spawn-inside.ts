/** Starts the worker with the engine from what is inside the page: for the page that is one file. */
import EngineWorker from './engine.worker.ts?worker&inline';

export const spawnWorker = (): Worker => new EngineWorker({ name: 'engine' });
