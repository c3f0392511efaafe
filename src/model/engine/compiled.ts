/** The compiled engine of this page: downloaded and compiled once, whatever the number of workers. */

/** The engine's code, as {@link Engine.load} takes it. It can be posted to workers. */
export type EngineCode = WebAssembly.Module;

let known: Promise<EngineCode> | undefined;

/** The engine's code. It compiles while it downloads; after a failure the next call tries again. */
export function engineCode(): Promise<EngineCode> {
  known ??= WebAssembly.compileStreaming(fetch(new URL('./engine.wasm', import.meta.url))).catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}
