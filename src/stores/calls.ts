/** The connection whose system calls are looked at, of each side; a followed request's goes before it. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../scenario/problem.ts';

/** Numbers of connections, from 0. */
export type CallsState = Readonly<Record<SideName, number>>;

export const calls = createStore<CallsState>(() => ({ a: 0, b: 0 }));
