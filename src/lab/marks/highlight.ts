/**
 * The time range of the highlighted request, if known. Loaded with the parts of the page that have a time
 * axis.
 */
import { journeyOf } from '../../model/analysis/journey.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { follow } from '../follow/follow-state.ts';
import { run } from '../run/run-state.ts';
import type { Highlight } from './focus-state.ts';

export interface HighlightSpan {
  readonly side: SideName;
  readonly request: number;
  readonly fromNs: number;
  /** The end, or how far it is known. */
  readonly toNs: number;
  /** Whether begin and end are known. */
  readonly isWhole: boolean;
}

/** Cache of the last look-up: all parts request the same one. */
let known: { readonly lit: Highlight; readonly span: HighlightSpan | undefined } | undefined;

/** Undefined when no request is highlighted, or nothing is known of it. */
export function highlightSpan(lit: Highlight | undefined): HighlightSpan | undefined {
  if (!lit) return undefined;
  if (known?.lit !== lit) known = { lit, span: find(lit) };
  return known.span;
}

/** The followed request and its neighbours are known at any playhead. */
function followedWay(side: SideName, request: number): HighlightSpan | undefined {
  const { followed, followedTrail, compared, comparedTrail } = follow.getState();
  for (const [requested, trail] of [
    [followed, followedTrail],
    [compared, comparedTrail],
  ] as const) {
    const journey =
      requested?.side === side && trail ? journeyOf(trail.recorded.excerpt, request) : undefined;
    if (journey?.isWhole)
      return { side, request, fromNs: journey.beginNs, toNs: journey.endNs, isWhole: true };
  }
  return undefined;
}

function find({ side, request, span }: Highlight): HighlightSpan | undefined {
  if (request === undefined) return undefined;
  if (span) return { side, request, fromNs: span[0], toNs: span[1], isWhole: true };
  const followedSpan = followedWay(side, request);
  if (followedSpan) return followedSpan;
  const recording = run.getState().player?.tracks.find(({ id }) => id === side)?.recording;
  const recordedSpan = recording?.spanOfRequest(request);
  if (!recording || !recordedSpan) return undefined;
  const knowsBegin = recording.fromNs === 0 || recordedSpan.fromNs > recording.fromNs;
  return { side, request, ...recordedSpan, isWhole: knowsBegin && recordedSpan.toNs < recording.toNs };
}
