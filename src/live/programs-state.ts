/** The build of a client library's program. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { LibraryName } from '../bridge/workload/library.ts';
import type { Problem } from '../model/scenario/problem.ts';

export interface ProgramsState {
  readonly build:
    | { readonly library: LibraryName; readonly version: string; readonly lines: readonly string[] }
    | undefined;
  /** Whether the reader has cancelled the build, which then fails. */
  readonly isCancelled: boolean;
  readonly problem: Problem | undefined;
}

export const programs = createStore<ProgramsState>(() => ({
  build: undefined,
  isCancelled: false,
  problem: undefined,
}));
