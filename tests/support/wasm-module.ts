/** The engine that the page downloads, compiled once for each worker of the tests. Instances come from it. */
import { readFileSync } from 'node:fs';
import { engineWasm } from '../../.ci/paths.mjs';

export const wasmModule = await WebAssembly.compile(readFileSync(engineWasm));
