/** The worker's side of the protocol: loads the engine once and serves calls. */
import * as Comlink from 'comlink';
import { Engine } from '../engine/engine.ts';
import type { Recorded } from './protocol.ts';
import { Session } from './session.ts';

/** Resolves after the pending messages. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

const session = Engine.compile(new URL('../engine/engine.wasm', import.meta.url))
  .then((module) => Engine.load(module))
  .then((engine) => new Session(engine, () => performance.now(), nextTurn));
// Callers get the rejection; until then it is not an unhandled one.
session.catch(() => undefined);

/** Transfers the chunks' memory instead of copying it. */
function handOver(recorded: Recorded): Recorded {
  return Comlink.transfer(
    recorded,
    recorded.chunks.map((chunk) => chunk.buffer),
  );
}

const service = {
  normalize: async (...args: Parameters<Session['normalize']>) => (await session).normalize(...args),
  open: async (...args: Parameters<Session['open']>) => (await session).open(...args),
  record: async (...args: Parameters<Session['record']>) => handOver((await session).record(...args)),
  rewind: async (...args: Parameters<Session['rewind']>) => handOver((await session).rewind(...args)),
  look: async (...args: Parameters<Session['look']>) => handOver((await session).look(...args)),
  levels: async (...args: Parameters<Session['levels']>) => (await session).levels(...args),
  finish: async (...args: Parameters<Session['finish']>) => (await session).finish(...args),
};

/** The exposed service; the page sees it as `EngineService`. */
export type WorkerService = typeof service;

Comlink.expose(service);
