/** The page's end of the protocol: every call settles, with the worker's answer or with its end. */
import type { Answer, EngineService, Question } from './protocol.ts';

/** The worker was closed while a call was under way; nothing is wrong with it otherwise. */
export class EngineClosed extends Error {
  override name = 'EngineClosed';
}

/** The worker could not start or broke down; the message is the browser's. */
export class EngineLost extends Error {
  override name = 'EngineLost';
}

/** An engine in a worker of its own. */
export interface EngineClient extends EngineService {
  /** Ends the worker at once; calls under way reject with {@link EngineClosed}. */
  readonly close: () => void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (reason: Error) => void;
}

/** Starts a worker with an engine. Errors inside the engine reject the call with Rust's text as message. */
export function spawnEngine(): EngineClient {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
  const calls = new Map<number, Waiting>();
  let last = 0;
  let ended: Error | undefined;
  const end = (reason: Error) => {
    ended ??= reason;
    for (const { reject } of calls.values()) reject(ended);
    calls.clear();
  };
  worker.onerror = (event) => end(new EngineLost(event.message || 'the worker could not be loaded'));
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    const call = calls.get(data.id);
    calls.delete(data.id);
    if ('error' in data)
      call?.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
    else call?.resolve(data.value as never);
  };

  const ask = <Method extends keyof EngineService>(method: Method) =>
    ((...args: Question['args']) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        last++;
        calls.set(last, { resolve, reject });
        worker.postMessage({ id: last, method, args } satisfies Question);
      })) as EngineService[Method];
  return {
    normalize: ask('normalize'),
    open: ask('open'),
    record: ask('record'),
    rewind: ask('rewind'),
    finish: ask('finish'),
    close: () => {
      end(new EngineClosed('the engine was closed'));
      worker.terminate();
    },
  };
}
