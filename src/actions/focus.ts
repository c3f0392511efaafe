/** Pointing at an instant, selecting and zooming into a part of time, everywhere at once. */
import { focus, type Span } from '../stores/focus.ts';
import { nothing, run, type SideRun } from '../stores/run.ts';

export function pointAt(ns: number | undefined): void {
  if (focus.getState().pointedNs !== ns) focus.setState({ pointedNs: ns });
}

/** The shortest part of time that is measured, ns. */
const LEAST_NS = 1000;

const old = (side: SideRun): SideRun => (side.isStale ? side : { ...side, isStale: true, progress: 0 });

/** Selects a part of time; whoever shows its figures counts them. Nothing: lets go of what was selected. */
export function select(span: Span | undefined): void {
  if (span && !(span[1] - span[0] >= LEAST_NS)) return;
  const { a, b } = focus.getState().selected ?? { a: nothing, b: nothing };
  focus.setState({ selected: span && { span, a: old(a), b: old(b) } });
}

/** Selects up to an instant: the selection's end at `fromNs` moves there, or a new one begins at `fromNs`. */
export function selectTo(fromNs: number, toNs: number): void {
  const [begin, end] = focus.getState().selected?.span ?? [fromNs, fromNs];
  const anchor = fromNs === begin ? end : fromNs === end ? begin : fromNs;
  pointAt(toNs);
  select([Math.min(anchor, toNs), Math.max(anchor, toNs)]);
}

/** Shows one part of time. */
export function zoomInto([fromNs, toNs]: Span): void {
  if (!(toNs > fromNs)) return;
  focus.setState(({ zooms }) => ({ zooms: [...zooms, [fromNs, toNs]] }));
}

/** Back to a part that was shown before. @param depth how many zooms stay; absent: one less */
export function zoomOut(depth = focus.getState().zooms.length - 1): void {
  focus.setState(({ zooms }) => ({ zooms: zooms.slice(0, Math.max(0, depth)) }));
}

/** Takes the playhead to an instant. */
export function goTo(ns: number): void {
  run.getState().player?.seek(ns);
}
