/** The worker that reads what a user gives. */
import * as Comlink from 'comlink';
import { reader } from './reading.ts';

Comlink.expose(reader);
