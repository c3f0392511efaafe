/** Pointing at an instant and zooming into a part of time, everywhere at once. */
import { focus, type Span } from '../stores/focus.ts';
import { run } from '../stores/run.ts';

export function pointAt(ns: number | undefined): void {
  if (focus.getState().pointedNs !== ns) focus.setState({ pointedNs: ns });
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
