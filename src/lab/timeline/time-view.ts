import { focus, type Span } from '../marks/focus-state.ts';

/** Zooms into a part of time. */
export function zoomInto([fromNs, toNs]: Span): void {
  if (!(toNs > fromNs)) return;
  focus.setState(({ zooms }) => ({ zooms: [...zooms, [fromNs, toNs]] }));
}

/**
 * Steps out of zooms.
 * @param depth how many zooms stay; absent: one less
 */
export function zoomOut(depth = focus.getState().zooms.length - 1): void {
  focus.setState(({ zooms }) => ({ zooms: zooms.slice(0, Math.max(0, depth)) }));
}

/** The visible time range of the timeline, and the limits of its pan and zoom. */
export interface View {
  readonly fromNs: number;
  readonly toNs: number;
}

export interface Limits {
  /** End of the run, ns. */
  readonly endNs: number;
  /** Longest visible range, ns. */
  readonly mostNs: number;
}

/** Factor of one zoom step. */
export const ZOOM = 1.6;

/** Shortest range, ns: below it single nanoseconds would become pixels. */
const LEAST_NS = 200;

/** Zooms around a fixed instant, within the run. */
export function zoom(view: View, factor: number, aroundNs: number, { endNs, mostNs }: Limits): View {
  const length = view.toNs - view.fromNs;
  const wanted = Math.min(mostNs, endNs, Math.max(LEAST_NS, length * factor));
  const share = Math.min(1, Math.max(0, (aroundNs - view.fromNs) / length));
  return inside({ fromNs: aroundNs - share * wanted, toNs: aroundNs + (1 - share) * wanted }, endNs);
}

/** Pans by a share of its length. */
export function pan({ fromNs, toNs }: View, share: number, { endNs }: Limits): View {
  const by = share * (toNs - fromNs);
  return inside({ fromNs: fromNs + by, toNs: toNs + by }, endNs);
}

/** A range with a margin, within the longest visible one. */
export function frame(fromNs: number, toNs: number, { endNs, mostNs }: Limits): View {
  const margin = Math.max(LEAST_NS, (toNs - fromNs) * 0.08);
  const length = Math.min(mostNs, toNs - fromNs + 2 * margin);
  return inside({ fromNs: fromNs - margin, toNs: fromNs - margin + length }, endNs);
}

/** An earlier range, unchanged. */
export const restoreRange = ([fromNs, toNs]: readonly [number, number], { endNs }: Limits): View =>
  inside({ fromNs, toNs }, endNs);

/** Turns the page when the playhead has left it. */
export function turnPage(view: View, timeNs: number, limits: Limits): View {
  if (timeNs >= view.fromNs && timeNs <= view.toNs) return view;
  const length = view.toNs - view.fromNs;
  return inside({ fromNs: timeNs - length * 0.1, toNs: timeNs + length * 0.9 }, limits.endNs);
}

function inside({ fromNs, toNs }: View, endNs: number): View {
  const length = Math.min(toNs - fromNs, endNs);
  const from = Math.min(Math.max(0, fromNs), endNs - length);
  return { fromNs: from, toNs: from + length };
}
