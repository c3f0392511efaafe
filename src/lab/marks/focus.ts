/** Pointing at an instant, a request or a thread, and selecting a part of time, everywhere at once. */

import { nothing, run, type SideRun } from '../run/run-state.ts';
import { type FocusState, focus, type Lit, type Span } from './focus-state.ts';

export function pointAt(ns: number | undefined): void {
  if (focus.getState().pointedNs !== ns) focus.setState({ pointedNs: ns });
}

/** Marks a place among response times on every chart of them; nothing: none. */
export const pointAtResponse = (response: FocusState['response']): void => focus.setState({ response });

/** Lights a request or a thread wherever it is to be seen; nothing: none. */
export function light(lit: Lit | undefined): void {
  const { lit: old } = focus.getState();
  if (old?.side !== lit?.side || old?.request !== lit?.request || old?.lane !== lit?.lane)
    focus.setState({ lit });
}

/** The shortest part of time that is measured, ns. */
export const LEAST_NS = 1000;

const old = (side: SideRun): SideRun => (side.isStale ? side : { ...side, isStale: true, progress: 0 });

/** Selects a part of time; whoever shows its figures counts them. Nothing: lets go of what was selected. */
export function select(span: Span | undefined): void {
  const whole = span && ([Math.round(span[0]), Math.round(span[1])] as const);
  if (whole && !(whole[1] - whole[0] >= LEAST_NS)) return;
  const { a, b } = focus.getState().selected ?? { a: nothing, b: nothing };
  focus.setState({ selected: whole && { span: whole, a: old(a), b: old(b) } });
}

/** Takes the playhead to an instant. */
export function goTo(ns: number): void {
  run.getState().player?.seek(ns);
}
