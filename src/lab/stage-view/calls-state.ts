/** The connection whose system calls are looked at, of each side; a followed request's goes before it. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';

/** Numbers of connections, from 0; undefined while nobody has chosen and none has been seen in use. */
export type CallsState = Readonly<Record<SideName, number | undefined>>;

export const calls = createStore<CallsState>(() => ({ a: undefined, b: undefined }));
