/** The thread in which files are read: a large one must not stop the page. */
import * as Comlink from 'comlink';
import { reader } from './reading.ts';

Comlink.expose(reader);
