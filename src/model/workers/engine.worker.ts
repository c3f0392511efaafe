/** The worker's side of the protocol: gets the engine once and serves calls. */
import * as Comlink from 'comlink';
import type { EngineCode } from '../engine/compiled.ts';
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

let start: (code: EngineCode) => void;
const session = new Promise<EngineCode>((resolve) => {
  start = resolve;
})
  .then((code) => Engine.load(code))
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
  /** Gives the worker its engine, once. The calls before it wait for it. */
  load: (code: EngineCode) => start(code),
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
