/** Requests in progress and in queues over time, of the runs on screen. Memory only; counted when a chart asks for it. */
import { createStore } from 'zustand/vanilla';
import type { Levels } from '../../model/workers/protocol.ts';

export interface LevelsState {
  readonly a: Levels | undefined;
  readonly b: Levels | undefined;
}

export const levels = createStore<LevelsState>(() => ({ a: undefined, b: undefined }));
