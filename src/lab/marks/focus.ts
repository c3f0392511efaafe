/** Points at an instant, a request or a thread, and selects a part of time, for all parts of the page. */

import { nothing, run, type SideRun } from '../run/run-state.ts';
import { type FocusState, focus, type Highlight, type Span } from './focus-state.ts';

export function pointAt(ns: number | undefined): void {
  if (focus.getState().pointedNs !== ns) focus.setState({ pointedNs: ns });
}

/** Marks a place on all charts of response times; undefined clears it. */
export const pointAtResponse = (response: FocusState['response']): void => focus.setState({ response });

/** Highlights a request or a thread everywhere; undefined clears it. */
export function light(highlight: Highlight | undefined): void {
  const { highlighted: old } = focus.getState();
  if (old?.side !== highlight?.side || old?.request !== highlight?.request || old?.lane !== highlight?.lane)
    focus.setState({ highlighted: highlight });
}

/** The shortest selection, ns. */
export const LEAST_NS = 1000;

const old = (side: SideRun): SideRun => (side.isStale ? side : { ...side, isStale: true, progress: 0 });

/** Selects a part of time; the parts that show its metrics compute them. Undefined clears the selection. */
export function select(span: Span | undefined): void {
  const rounded = span && ([Math.round(span[0]), Math.round(span[1])] as const);
  if (rounded && !(rounded[1] - rounded[0] >= LEAST_NS)) return;
  const { a, b } = focus.getState().selected ?? { a: nothing, b: nothing };
  focus.setState({ selected: rounded && { span: rounded, a: old(a), b: old(b) } });
}

/** Moves the playhead to an instant. */
export function goTo(ns: number): void {
  run.getState().player?.seek(ns);
}
