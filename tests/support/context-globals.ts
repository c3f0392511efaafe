/** What browsers and Node's main context have, and a context of `vm` lacks. */
import { CompressionStream, DecompressionStream } from 'node:stream/web';

Object.assign(globalThis, { CompressionStream, DecompressionStream });
