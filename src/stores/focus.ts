/** What is pointed at and zoomed into, for everything with an axis of model time: charts, bar, stage. Memory only. */
import { createStore } from 'zustand/vanilla';

/** Part of model time, ns. */
export type Span = readonly [fromNs: number, toNs: number];

export interface FocusState {
  /** Instant that is pointed at, ns. */
  readonly pointedNs: number | undefined;
  /** Parts of time that were zoomed into, each inside the one before; none: the whole run. */
  readonly zooms: readonly Span[];
}

export const focus = createStore<FocusState>(() => ({ pointedNs: undefined, zooms: [] }));
