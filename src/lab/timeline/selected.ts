/**
 * Summaries of the selected part of time: the same runs with another measured window. The engine computes
 * them like those of whole runs, so every metric and chart is exact for the part too.
 */
import { runResult } from '../../model/explain/run-result.ts';
import { type Course, measuredWithin } from '../../model/scenario/course.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { writeAddress } from '../link/link.ts';
import { pointAt, select } from '../marks/focus.ts';
import { focus, type Span } from '../marks/focus-state.ts';
import { failed } from '../run/run.ts';
import { nothing, run } from '../run/run-state.ts';
import { wholeRun } from '../run/whole-run.ts';
import { SIDES } from '../settings/experiment-state.ts';

/** A selection is simulated when it has not changed for this time, ms. */
const SETTLED_MS = 150;

/** Keeps the summaries of the selection up to date with it and the runs; the returned function stops it. */
export function followSelected(): () => void {
  let generation = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: { span: Span | undefined; played: unknown } = { span: undefined, played: undefined };
  const update = () => {
    const span = focus.getState().selected?.span;
    const { played } = run.getState();
    if (span === last.span && played === last.played) return;
    last = { span, played };
    const token = ++generation;
    clearTimeout(timer);
    if (!span || !played) return;
    timer = setTimeout(() => {
      void writeAddress();
      count(span, played, () => token === generation).catch((error) => {
        if (token === generation) failed(error);
      });
    }, SETTLED_MS);
  };
  const ends = [focus.subscribe(update), run.subscribe(update)];
  update();
  return () => {
    generation = -1;
    clearTimeout(timer);
    for (const end of ends) end();
    void writeAddress();
  };
}

/** A range whose end at `from` moves to `to`; if neither end is there, a new one. */
export function extended(range: Span | undefined, from: number, to: number): Span {
  const [begin, end] = range ?? [from, from];
  const anchor = from === begin ? end : from === end ? begin : from;
  return [Math.min(anchor, to), Math.max(anchor, to)];
}

/** Selects up to an instant: the selection's end at `fromNs` moves there, or a new one begins at `fromNs`. */
export function selectTo(fromNs: number, toNs: number): void {
  const [from, to] = [Math.round(fromNs), Math.round(toNs)];
  pointAt(to);
  select(extended(focus.getState().selected?.span, from, to));
}

/** Plays the selection and stops at its end. */
export function playSelected(): void {
  const { player } = run.getState();
  const { selected } = focus.getState();
  if (!player || !selected) return;
  const { span } = selected;
  player.seek(span[0]);
  player.play();
  const end = player.addPainter(() => {
    const { playing, seekingNs } = player.playhead;
    const isOver = player.timeNs >= span[1];
    // A pause or a seek by the reader ends this playback.
    const isLeft = seekingNs === null && (!playing || player.timeNs < span[0]);
    if (isOver || isLeft) end();
    if (!isOver) return;
    player.pause();
    // The last frame may be beyond the end.
    player.seek(span[1]);
  });
}

async function count(
  [fromNs, toNs]: Span,
  played: Readonly<Record<SideName, Course>>,
  isWanted: () => boolean,
): Promise<void> {
  for (const side of SIDES) {
    const course = measuredWithin(played[side], Math.round(fromNs), Math.round(toNs));
    const summary = course && (await wholeRun('selected', course.scenario, isWanted, course.changes));
    const { selected } = focus.getState();
    if (!isWanted() || !selected) return;
    const shown = summary && runResult(course, summary);
    focus.setState({ selected: { ...selected, [side]: { ...nothing, summary: shown, progress: 1 } } });
  }
}
