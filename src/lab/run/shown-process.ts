/** The process of each side that the stage shows, of a fleet. The link keeps it. */
import { createStore } from 'zustand/vanilla';
import type { SideName } from '../../model/scenario/problem.ts';

/** Numbers of processes, as in the trace; the engine shows the first where there is none with that number. */
export const shownProcess = createStore<Readonly<Record<SideName, number>>>(() => ({ a: 0, b: 0 }));
