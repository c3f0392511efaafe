/** The worker that reads files: a large one must not block the page. */
import * as Comlink from 'comlink';
import { reader } from './reading.ts';

Comlink.expose(reader);
