/**
 * Keeps one recording filled around the playhead. It requests more from the source, one call at a time, and
 * rewinds the source when the playhead leaves the recorded range.
 */
import type { Recorded } from '../workers/protocol.ts';
import type { Recording } from './recording.ts';

/** Wall-time budget of one call, ms: short, so that other requests are not delayed. */
const RECORD_BUDGET_MS = 8;
/** The budget during a seek, ms: longer, because a page busy with frames should not slow it down. */
const REWIND_BUDGET_MS = 50;

/**
 * A gap ahead that would record more than this is skipped: simulating without recording is several times
 * faster.
 */
const SKIP_BYTES = 2 * 2 ** 20;
/** Recorded at once around a seek target, ns: enough for a few steps, without a noticeable delay. */
const SEEK_MARGIN_NS = 500_000;

/** Source of a track's chunks: the engine's two recording calls. */
export interface RecordSource {
  record(untilNs: number, budgetMs: number): Promise<Recorded>;
  rewind(fromNs: number, budgetMs: number, untilNs?: number): Promise<Recorded>;
}

/** Records another place of a run. */
export type RecordAt = (fromNs: number, budgetMs: number, untilNs: number) => Promise<Recorded>;

/**
 * A source that has already sent a fetcher's first request for a start at `atNs` (not 0). The reply is
 * pending before the fetcher exists.
 */
export function prefetched(source: RecordSource, atNs: number): RecordSource {
  const [expectedNs, ...rest] = rewindFor(atNs);
  let early: Promise<Recorded> | undefined = source.rewind(expectedNs, ...rest);
  // The caller gets the rejection.
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

/** Events of a fetcher. */
export interface FetcherEvents {
  /** Chunks have arrived. */
  readonly onData: () => void;
  /** The source failed; it is not used again. */
  readonly onError: (error: unknown) => void;
}

/** The fetcher of one track. */
export class Fetcher {
  private readonly recording: Recording;
  private readonly source: RecordSource;
  private readonly limitBytes: number;
  private readonly events: FetcherEvents;
  /** Incremented by `close`: replies to older calls are dropped. */
  private generation = 0;
  private isWaiting = false;
  private isStopped = false;
  /** From a rewind until its first chunk: the latest start of that chunk. */
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
   * Declares the needed range, `atNs` to `untilNs`. If a part is missing, `aheadNs` more is fetched at once,
   * so that chunks do not become small.
   */
  want(atNs: number, untilNs: number, aheadNs: number): void {
    this.atNs = atNs;
    this.untilNs = untilNs;
    this.aheadNs = aheadNs;
    this.pump();
  }

  /** Stops permanently. */
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
    // A rewind helps only if it lands beyond the recorded part; another one would start the same way.
    const gapNs = rewindTarget(atNs) - toNs;
    if (gapNs <= 0) return false;
    // Right after a rewind only one instant is kept, which says nothing about the trace's density.
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

/** Start of recording for a playhead at `atNs`. */
const rewindTarget = (atNs: number): number => Math.max(0, atNs - SEEK_MARGIN_NS);

type Stretch = Parameters<RecordSource['record']>;
/** Arguments of a call that records onwards. */
const onTo = (untilNs: number): Stretch => [untilNs, RECORD_BUDGET_MS];
/** Arguments of a call during a seek to `atNs`. */
const wayTo = (atNs: number): Stretch => [atNs + SEEK_MARGIN_NS, REWIND_BUDGET_MS];

/** Arguments of a call that shows `atNs`: the first reply contains the frame. */
export const rewindFor = (atNs: number) =>
  [rewindTarget(atNs), REWIND_BUDGET_MS, atNs + SEEK_MARGIN_NS] as const satisfies Parameters<
    RecordSource['rewind']
  >;
