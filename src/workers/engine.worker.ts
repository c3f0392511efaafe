/** The worker's end of the protocol: loads the engine once and answers in the order of the questions. */
import { Engine } from '../engine/engine.ts';
import type { Answer, Question } from './protocol.ts';
import { Session } from './session.ts';

const session = Engine.fetch(new URL('../engine/engine.wasm', import.meta.url)).then(
  (engine) => new Session(engine, () => performance.now()),
);

addEventListener('message', async ({ data: { id, method, args } }: MessageEvent<Question>) => {
  try {
    const answer = (await session)[method] as (...values: readonly unknown[]) => unknown;
    give({ id, value: answer.apply(await session, [...args]) });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    give({ id, error: { name, message } });
  }
});

/** Chunks give their memory away instead of being copied. */
function give(answer: Answer): void {
  const { chunks = [] } = ('value' in answer ? answer.value : {}) as {
    chunks?: readonly { buffer: ArrayBuffer }[];
  };
  postMessage(answer, { transfer: chunks.map(({ buffer }) => buffer) });
}
