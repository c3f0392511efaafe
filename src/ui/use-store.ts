/** The one way in which views read a store. `.biome.json` forbids `useStore` of zustand everywhere else. */

import { useStoreWithEqualityFn } from 'zustand/traditional';
import type { StoreApi } from 'zustand/vanilla';

/**
 * Reads a part of a store and draws again when that part changes (`Object.is`).
 *
 * The selector runs once for each state, and its result is kept until the state changes. A selector that makes a new array or object
 * each time (`state.list ?? []`) therefore costs at most one more drawing for each change. With `useStore` of zustand it ends the page
 * with React's error 185, because React reads a store several times and never sees the same value twice.
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
