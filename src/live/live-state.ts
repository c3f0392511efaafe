/** The bridge to a real Redis, when the page was opened with one. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { ProgramState } from '../bridge/protocol.ts';
import type { Driver } from '../bridge/workload/workload.ts';
import type { Problem } from '../model/scenario/problem.ts';

export type LiveState =
  /** No token: nothing to show. */
  | { readonly status: 'none' }
  | { readonly status: 'connecting' }
  | {
      readonly status: 'connected';
      readonly redisVersion: string;
      /** Kind of connection to that Redis, and its name if it has one. */
      readonly place: 'private' | 'unix' | 'loopback' | 'remote';
      readonly host: string;
      /** Clients installed on the bridge's machine. */
      readonly drivers: readonly Driver[];
      /** Programs of client libraries, with their tools and builds. */
      readonly programs: readonly ProgramState[];
      /** Median round trip of PING, measured inside the bridge, µs; undefined during the measurement. */
      readonly pingUs: number | undefined;
      /** The same from the page, including the path to the bridge; undefined during the measurement. */
      readonly callUs: number | undefined;
    }
  /** This Redis looks like production: its host must be typed first. */
  | { readonly status: 'cautious'; readonly problem: Problem }
  | { readonly status: 'failed'; readonly problem: Problem };

export const live = createStore<LiveState>(() => ({ status: 'none' }));
