/**
 * Keeps one recording filled around the playhead: asks its source for more, one call at a time, and rewinds it when the
 * playhead goes where nothing is kept.
 */
import type { Recorded } from '../workers/protocol.ts';
import type { Recording } from './recording.ts';

/** Wall time one call may work, ms: short enough that whatever is asked next is not kept waiting. */
const RECORD_BUDGET_MS = 8;
/** The same until the place that is sought is reached: a page that is busy with its frames is not to be waited for on the way. */
const REWIND_BUDGET_MS = 50;

/** A way ahead that would take more than this to record is skipped: simulating without recording is some times faster. */
const SKIP_BYTES = 2 * 2 ** 20;
/** Recorded at once before and after the place that is sought, ns: enough for a few steps, too little to wait for. */
const AROUND_NS = 500_000;

/** Where a track's chunks come from: the two calls of the engine that record. */
export interface RecordSource {
  record(untilNs: number, budgetMs: number): Promise<Recorded>;
  rewind(fromNs: number, budgetMs: number, untilNs?: number): Promise<Recorded>;
}

/** How to see another place of a run. */
export type Look = (fromNs: number, budgetMs: number, untilNs: number) => Promise<Recorded>;

/**
 * A source that has already been asked what a fetcher asks first which begins at `atNs` (not at 0): the answer is under way before
 * there is a fetcher, even before it is known how long the run is.
 */
export function askedAhead(source: RecordSource, atNs: number): RecordSource {
  const [expectedNs, ...rest] = rewindFor(atNs);
  let early: Promise<Recorded> | undefined = source.rewind(expectedNs, ...rest);
  // Whoever asks is told what has failed.
  early.catch(() => undefined);
  return {
    record: (...stretch) => source.record(...stretch),
    rewind: (fromNs, ...stretch) => {
      const answer = fromNs === expectedNs ? early : undefined;
      early = undefined;
      return answer ?? source.rewind(fromNs, ...stretch);
    },
  };
}

/** What a fetcher tells its owner. */
export interface FetcherEvents {
  /** Chunks have come. */
  readonly onData: () => void;
  /** The source failed; nothing more will come. */
  readonly onError: (error: unknown) => void;
}

/** The fetcher of one track. */
export class Fetcher {
  private readonly recording: Recording;
  private readonly source: RecordSource;
  private readonly limitBytes: number;
  private readonly events: FetcherEvents;
  /** Raised by `close`: answers to calls of an older generation are dropped. */
  private generation = 0;
  private isWaiting = false;
  private isStopped = false;
  /** Set from a rewind until its first chunk: where that chunk will begin at the latest. */
  private rewoundTo = Number.NaN;
  private atNs = 0;
  private untilNs = 0;
  private aheadNs = 0;

  constructor(recording: Recording, source: RecordSource, limitBytes: number, events: FetcherEvents) {
    this.recording = recording;
    this.source = source;
    this.limitBytes = limitBytes;
    this.events = events;
  }

  /**
   * Says what must be kept: all from `atNs` to `untilNs`. When anything of it is missing, `aheadNs` more is fetched at
   * once, so that chunks do not become small.
   */
  want(atNs: number, untilNs: number, aheadNs: number): void {
    this.atNs = atNs;
    this.untilNs = untilNs;
    this.aheadNs = aheadNs;
    this.pump();
  }

  /** Stops for good. */
  close(): void {
    this.generation++;
    this.isStopped = true;
  }

  private pump(): void {
    if (this.isWaiting || this.isStopped) return;
    const { recording, atNs, untilNs } = this;
    const toNs = Number.isNaN(this.rewoundTo) ? recording.toNs : this.rewoundTo;
    if (this.mustRewind()) {
      const stretch = rewindFor(atNs);
      this.rewoundTo = stretch[0];
      this.call(this.source.rewind(...stretch));
    } else if (this.isMissing(toNs)) {
      const isUnderWay = !Number.isNaN(this.rewoundTo);
      const stretch = isUnderWay ? wayTo(atNs) : onTo(untilNs + this.aheadNs);
      this.call(this.source.record(...stretch));
    }
  }

  private isMissing(toNs: number): boolean {
    const { recording, atNs, untilNs } = this;
    if (recording.done && Number.isNaN(this.rewoundTo)) return false;
    if (Number.isNaN(toNs)) return true;
    if (toNs <= atNs) return true;
    return toNs < untilNs && recording.bytesAfter(atNs) < this.limitBytes / 2;
  }

  private mustRewind(): boolean {
    const { recording, atNs } = this;
    if (!Number.isNaN(this.rewoundTo)) return atNs < this.rewoundTo || this.isFarAhead(this.rewoundTo);
    if (Number.isNaN(recording.toNs)) return atNs > 0;
    return atNs < recording.fromNs || (!recording.done && this.isFarAhead(recording.toNs));
  }

  private isFarAhead(toNs: number): boolean {
    const { recording, atNs } = this;
    // Only a rewind that lands ahead of what is kept gains anything; another one would begin the same way again.
    const gapNs = rewindTarget(atNs) - toNs;
    if (gapNs <= 0) return false;
    // Right after a rewind only one instant is kept, which does not tell how dense the trace is.
    const keptNs = recording.toNs - recording.fromNs;
    return keptNs > 0 && gapNs * (recording.bytes / keptNs) > SKIP_BYTES;
  }

  private call(answer: Promise<Recorded>): void {
    const { generation } = this;
    this.isWaiting = true;
    answer.then(
      (recorded) => {
        if (generation !== this.generation) return;
        this.isWaiting = false;
        this.take(recorded);
        this.events.onData();
        this.pump();
      },
      (error: unknown) => {
        if (generation !== this.generation) return;
        this.isWaiting = false;
        this.isStopped = true;
        this.events.onError(error);
      },
    );
  }

  private take({ chunks, done, completed }: Recorded): void {
    const { recording } = this;
    chunks.forEach((chunk, i) => {
      recording.append(chunk, i === chunks.length - 1 ? completed : undefined);
    });
    if (chunks.length > 0) this.rewoundTo = Number.NaN;
    recording.done = done;
    recording.evict(this.limitBytes, this.atNs);
  }
}

/** Where recording begins for a playhead at `atNs`. */
const rewindTarget = (atNs: number): number => Math.max(0, atNs - AROUND_NS);

type Stretch = Parameters<RecordSource['record']>;
/** What is asked of a source that records what follows. */
const onTo = (untilNs: number): Stretch => [untilNs, RECORD_BUDGET_MS];
/** What is asked of a source on the way to `atNs`. */
const wayTo = (atNs: number): Stretch => [atNs + AROUND_NS, REWIND_BUDGET_MS];

/** What is asked of a source to show `atNs`: the picture comes with the first answer. */
export const rewindFor = (atNs: number) =>
  [rewindTarget(atNs), REWIND_BUDGET_MS, atNs + AROUND_NS] as const satisfies Parameters<
    RecordSource['rewind']
  >;
