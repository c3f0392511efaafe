/** What is pointed at, selected and zoomed into, for everything with an axis of model time: charts, bar, timeline, stage. */
import { createStore } from 'zustand/vanilla';
import type { ResponsePlace } from '../../lib/response-place.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { SideRun } from '../run/run-state.ts';

/** Part of model time, ns. */
export type Span = readonly [fromNs: number, toNs: number];

/** A part of time that is selected, and what each side has shown in it alone. */
export interface Selection {
  readonly span: Span;
  readonly a: SideRun;
  readonly b: SideRun;
}

/** What is pointed at of one side: a request, a thread, or a thread while it works for a request. Of a request, that of the same number is lit on the other side, too. */
export interface Lit {
  readonly side: SideName;
  readonly request?: number | undefined;
  readonly lane?: number | undefined;
  /** When the request is under way, from its begin to its end, where whoever points at it knows that. */
  readonly span?: Span | undefined;
}

/** A thread of one side, by its lane. */
export interface Thread {
  readonly side: SideName;
  readonly lane: number;
}

/** What was changed in the middle of a run, in the reader's language. */
export interface ChangeName {
  /** Short, for a mark: "Round-trip time 12 ms". */
  readonly label: string;
  /** As a sentence, with the instant and both values. */
  readonly text: string;
}

export interface FocusState {
  /** Instant that is pointed at, ns. */
  readonly pointedNs: number | undefined;
  readonly lit: Lit | undefined;
  /** What is pointed at on an axis of response times, and where: a chart by its id, or the target. Others mark it, too. */
  readonly response?: { readonly on: string; readonly place: ResponsePlace } | undefined;
  /** The thread that is chosen, on the stage or in the timeline. */
  readonly thread?: Thread | undefined;
  /** What the sides show at the instant that is pointed at, while the stage shows that instead of the playhead. */
  readonly instant: Readonly<Partial<Record<SideName, Frame>>> | undefined;
  /** Absent: the figures are those of the whole runs. */
  readonly selected: Selection | undefined;
  /** The part of time of which the panel of threads shows a side, as a link says, until somebody looks elsewhere there. */
  readonly lanes?: { readonly side: SideName; readonly span: Span } | undefined;
  /** Parts of time that were zoomed into, each inside the one before; none: the whole run. */
  readonly zooms: readonly Span[];
  /** Instants to come back to, as links say them (`model/scenario/bookmarks.ts`). */
  readonly marks: string | undefined;
  /** What became of the last one that was set or taken away here. */
  readonly lastMark: { readonly atNs: number; readonly isSet: boolean } | undefined;
  /** By their instant, ns; absent while nothing is changed on the way, and until the words are there. */
  readonly changeNames?: Readonly<Record<number, ChangeName>> | undefined;
}

export const focus = createStore<FocusState>(() => ({
  pointedNs: undefined,
  lit: undefined,
  instant: undefined,
  selected: undefined,
  zooms: [],
  marks: undefined,
  lastMark: undefined,
}));
