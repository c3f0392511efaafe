/** Globals of browsers and of Node's main context that a context of `vm` lacks. */
import { CompressionStream, DecompressionStream } from 'node:stream/web';

Object.assign(globalThis, { CompressionStream, DecompressionStream });
