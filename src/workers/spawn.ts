/** Starts the worker with the engine. In the page that is one file, `spawn-inside.ts` stands in its place. */
export const spawnWorker = (): Worker =>
  new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
