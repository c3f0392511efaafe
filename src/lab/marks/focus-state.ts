/**
 * The pointed instant, selection and zoom of everything with an axis of model time: charts, bar, timeline,
 * stage.
 */
import { createStore } from 'zustand/vanilla';
import type { ResponsePlace } from '../../lib/response-place.ts';
import type { Frame } from '../../model/playback/frame.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import type { SideRun } from '../run/run-state.ts';

/** Part of model time, ns. */
export type Span = readonly [fromNs: number, toNs: number];

/** A selected part of time, and each side's summary of it. */
export interface Selection {
  readonly span: Span;
  readonly a: SideRun;
  readonly b: SideRun;
}

/**
 * The highlight on one side: a request, a thread, or a thread while it works on a request. The request with
 * the same number on the other side is highlighted too.
 */
export interface Highlight {
  readonly side: SideName;
  readonly request?: number | undefined;
  readonly lane?: number | undefined;
  /** The time of the request from begin to end, if known. */
  readonly span?: Span | undefined;
}

/** A thread of one side, by its lane. */
export interface Thread {
  readonly side: SideName;
  readonly lane: number;
}

/** What happens at a moment of runs: its sides, its name, and all of it as a sentence. */
export interface EventMark extends Required<ChangeName> {
  readonly ns: number;
  readonly sides: readonly SideName[];
}

/** A change in the middle of a run, in the reader's language. */
export interface ChangeName {
  /** Short, for a mark: "Round-trip time 12 ms". */
  readonly label: string;
  /** As a sentence, with the instant and both values. */
  readonly text: string;
}

export interface FocusState {
  /** Instant that is pointed at, ns. */
  readonly pointedNs: number | undefined;
  readonly highlighted: Highlight | undefined;
  /**
   * The pointed place on an axis of response times, and its source: a chart's id, or the target. All such
   * charts mark it.
   */
  readonly response?: { readonly on: string; readonly place: ResponsePlace } | undefined;
  /** The chosen thread, on the stage or in the timeline. */
  readonly thread?: Thread | undefined;
  /** Frames at the pointed instant, while the stage shows that instead of the playhead. */
  readonly instant: Readonly<Partial<Record<SideName, Frame>>> | undefined;
  /** Absent: the metrics are those of the whole runs. */
  readonly selected: Selection | undefined;
  /** The part of time that the thread panel shows of a side, from a link, until the view is moved there. */
  readonly lanes?: { readonly side: SideName; readonly span: Span } | undefined;
  /** Nested zooms, outermost first; none: the whole run. */
  readonly zooms: readonly Span[];
  /** Bookmarked instants in link form (`model/scenario/bookmarks.ts`). */
  readonly marks: string | undefined;
  /** The last bookmark set or removed here. */
  readonly lastMark: { readonly atNs: number; readonly isSet: boolean } | undefined;
  /** By their instant, ns; absent without changes, and until the texts are loaded. */
  readonly changeNames?: Readonly<Record<number, ChangeName>> | undefined;
  /** Events of the scenarios, in order; absent without any, and until the texts are loaded. */
  readonly eventMarks?: readonly EventMark[] | undefined;
}

export const focus = createStore<FocusState>(() => ({
  pointedNs: undefined,
  highlighted: undefined,
  instant: undefined,
  selected: undefined,
  zooms: [],
  marks: undefined,
  lastMark: undefined,
}));
