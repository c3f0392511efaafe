// Where things lie, so that no other script spells a path twice.
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
/** @param {string[]} parts */
export const at = (...parts) => join(root, ...parts);

export const crate = at('wasm');
export const engineWasm = at('src/model/engine/engine.wasm');
