/** The only way for views to read a store. `.biome.json` forbids zustand's `useStore` elsewhere. */

import { useStoreWithEqualityFn } from 'zustand/traditional';
import type { StoreApi } from 'zustand/vanilla';

/**
 * Reads a part of a store and renders again when that part changes (`Object.is`). The selector runs once per
 * state, and its result is cached until the state changes. A selector that creates an array or object each
 * time (`state.list ?? []`) costs at most one more render per change. With zustand's `useStore` it fails with
 * React's error 185: React reads a store several times and never gets the same value twice.
 */
export function useStore<State>(store: StoreApi<State>): State;
export function useStore<State, Selected>(
  store: StoreApi<State>,
  selector: (state: State) => Selected,
): Selected;
export function useStore<State>(
  store: StoreApi<State>,
  selector: (state: State) => unknown = (state) => state,
) {
  return useStoreWithEqualityFn(store, selector);
}
