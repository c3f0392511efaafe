/** The connection of the system-call view, of each side; a followed request's has priority. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';

/** Connection numbers from 0; undefined before a choice and before one was in use. */
export type CallsState = Readonly<Record<SideName, number | undefined>>;

export const calls = createStore<CallsState>(() => ({ a: undefined, b: undefined }));
