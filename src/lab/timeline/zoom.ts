/** Zooming into a part of time, in all charts over time at once. */
import { focus, type Span } from '../marks/focus-state.ts';

/** Shows one part of time. */
export function zoomInto([fromNs, toNs]: Span): void {
  if (!(toNs > fromNs)) return;
  focus.setState(({ zooms }) => ({ zooms: [...zooms, [fromNs, toNs]] }));
}

/** Back to a part that was shown before. @param depth how many zooms stay; absent: one less */
export function zoomOut(depth = focus.getState().zooms.length - 1): void {
  focus.setState(({ zooms }) => ({ zooms: zooms.slice(0, Math.max(0, depth)) }));
}
