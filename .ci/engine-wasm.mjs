// The engine inside Vite: built before the page is, and again when its sources change.
import { at } from './paths.mjs';
import { buildWasm } from './wasm.mjs';

const sources = at('wasm/src');

/**
 * Builds wasm/ into src/model/engine/engine.wasm: before a build or a test run, at the start of the dev server, on change.
 * @returns {import('vite').Plugin}
 */
export const engineWasm = () => ({
  name: 'engine-wasm',
  async buildStart() {
    if ((await buildWasm()) !== 'failed') return;
    const message = 'the engine (wasm/) does not compile';
    // Most unit tests need no engine; those that do fail by themselves, and `npm test` stops before.
    if (process.env.VITEST) this.warn(message);
    else this.error(message);
  },
  configureServer(server) {
    server.watcher.add(sources);
    /** @type {Promise<unknown>} */
    let last = Promise.resolve();
    const rebuild = async () => {
      // Vite reloads by itself: engine.wasm lies inside its root. A failure goes onto the page as an overlay.
      if ((await buildWasm()) === 'failed') {
        const message = 'the engine (wasm/) does not compile; cargo wrote why in the terminal';
        server.ws.send({ type: 'error', err: { message, stack: '' } });
      }
    };
    server.watcher.on('all', (_, file) => {
      // One build after the other: two at once would only wait for each other's lock.
      if (file.startsWith(sources)) last = last.then(rebuild);
    });
  },
});
