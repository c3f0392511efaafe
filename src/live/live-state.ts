/** The bridge to a real Redis, when the page was opened with one. Memory only. */
import { createStore } from 'zustand/vanilla';
import type { Driver } from '../bridge/workload/workload.ts';
import type { Problem } from '../model/scenario/problem.ts';

export type LiveState =
  /** No token: nothing to show. */
  | { readonly status: 'none' }
  | { readonly status: 'connecting' }
  | {
      readonly status: 'connected';
      readonly redisVersion: string;
      /** Kind of place of that Redis, and its name where it has one. */
      readonly place: 'private' | 'unix' | 'loopback' | 'remote';
      readonly host: string;
      /** Clients that are installed where the bridge runs. */
      readonly drivers: readonly Driver[];
      /** Median round trip of PING, measured inside the bridge, µs; undefined while it is measured. */
      readonly pingUs: number | undefined;
      /** The same asked for by the page, its way to the bridge included; undefined while it is measured. */
      readonly callUs: number | undefined;
    }
  /** This Redis looks like production: its host has to be named first. */
  | { readonly status: 'cautious'; readonly problem: Problem }
  | { readonly status: 'failed'; readonly problem: Problem };

export const live = createStore<LiveState>(() => ({ status: 'none' }));
