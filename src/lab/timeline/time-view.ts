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

/** The stretch of time that the timeline shows: how it is moved and widened, and what never happens to it. */
export interface View {
  readonly fromNs: number;
  readonly toNs: number;
}

export interface Limits {
  /** End of the run, ns. */
  readonly endNs: number;
  /** Longest stretch that can be shown at once, ns. */
  readonly mostNs: number;
}

/** How much one step zooms. */
export const ZOOM = 1.6;

/** Shortest stretch, ns: below it single nanoseconds would become pixels. */
const LEAST_NS = 200;

/** A view of a length around a share of itself that stays where it is; always inside the run. */
export function zoom(view: View, factor: number, aroundNs: number, { endNs, mostNs }: Limits): View {
  const length = view.toNs - view.fromNs;
  const wanted = Math.min(mostNs, endNs, Math.max(LEAST_NS, length * factor));
  const share = Math.min(1, Math.max(0, (aroundNs - view.fromNs) / length));
  return inside({ fromNs: aroundNs - share * wanted, toNs: aroundNs + (1 - share) * wanted }, endNs);
}

/** Moved by a share of its own length. */
export function pan({ fromNs, toNs }: View, share: number, { endNs }: Limits): View {
  const by = share * (toNs - fromNs);
  return inside({ fromNs: fromNs + by, toNs: toNs + by }, endNs);
}

/** A stretch with some room before and after it, no longer than what can be shown. */
export function frame(fromNs: number, toNs: number, { endNs, mostNs }: Limits): View {
  const margin = Math.max(LEAST_NS, (toNs - fromNs) * 0.08);
  const length = Math.min(mostNs, toNs - fromNs + 2 * margin);
  return inside({ fromNs: fromNs - margin, toNs: fromNs - margin + length }, endNs);
}

/** A stretch that somebody has seen before, as it was. */
export const again = ([fromNs, toNs]: readonly [number, number], { endNs }: Limits): View =>
  inside({ fromNs, toNs }, endNs);

/** Turned over like a page when the playhead has left it. */
export function turn(view: View, timeNs: number, limits: Limits): View {
  if (timeNs >= view.fromNs && timeNs <= view.toNs) return view;
  const length = view.toNs - view.fromNs;
  return inside({ fromNs: timeNs - length * 0.1, toNs: timeNs + length * 0.9 }, limits.endNs);
}

function inside({ fromNs, toNs }: View, endNs: number): View {
  const length = Math.min(toNs - fromNs, endNs);
  const from = Math.min(Math.max(0, fromNs), endNs - length);
  return { fromNs: from, toNs: from + length };
}
