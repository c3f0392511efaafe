/** The player: one clock for one or two recordings. Views register painters and listeners. */
import { clampSpeed, DENSE_FROM, UNLIMITED_SPEED } from '../../lib/speed.ts';
import { browserClock, type FrameClock, shownSeconds } from './clock.ts';
import { Ensemble, type Side, type Track, type TrackInput } from './ensemble.ts';
import { Fetcher } from './fetcher.ts';
import { Listeners } from './listeners.ts';
import { MIN_DISPLAY_SECONDS } from './min-display-time.ts';
import type { Lockstep, Pace } from './pacing.ts';
import { type Painted, Painters } from './painters.ts';
import type { PlayerOptions } from './player-options.ts';
import type { Cause, Playhead } from './playhead.ts';
import { PAIR_BYTES, Recording } from './recording.ts';

export type { RunLayout } from '../workers/protocol.ts';
export type { Side, Track, TrackInput } from './ensemble.ts';
export type { RecordSource } from './fetcher.ts';
export type { Lockstep, Pace } from './pacing.ts';
export type { Cause, Playhead } from './playhead.ts';

export interface Player {
  readonly tracks: readonly Track[];
  /** The current snapshot. */
  readonly playhead: Playhead;
  /**
   * Model time of the current frame, ns: of all tracks, or of the lead track in another lockstep than time.
   * Cheaper and newer than the snapshot; for painters.
   */
  readonly timeNs: number;
  /** Starts playing; at the end of the run it restarts; with speed 0 it makes one step. */
  play(): void;
  pause(): void;
  toggle(): void;
  /** Seeks to the first request. Keeps playing or paused. */
  start(): void;
  /**
   * Seeks to a model time, ns, clamped to the run. Keeps playing or paused.
   * @param side whose time it is; absent: the lead track's
   * @param isNewest whether another player reached this position by playing
   */
  seek(timeNs: number, side?: Side, isNewest?: boolean): void;
  /** Pauses and seeks to the next (+1) or previous (−1) event: any span boundary of any track. */
  step(direction: 1 | -1): void;
  /** Sets the speed, model ns per second on screen; 0 = stepping; a later speed resumes playing. */
  setSpeed(nsPerSecond: number): void;
  /** Sets the alignment of the tracks; undefined: model time. The lead track keeps its position. */
  setLockstep(lockstep: Lockstep | undefined): void;
  /** Sets the pace; undefined: constant speed. */
  setPace(pace: Pace | undefined): void;
  /** Calls `painter` before each changed frame, painters of canvases first. Returns its removal. */
  addPainter(painter: () => void, painted?: Painted): () => void;
  /** Repaints once: after a resize, or a change of theme or language. */
  repaint(): void;
  /** Calls `listener` on every action, and while playing at most 5 times per second. */
  subscribe(listener: () => void): () => void;
  /** Stops permanently; late replies are dropped. */
  close(): void;
}

/** Recorded ahead of the playhead, seconds on screen. */
const AHEAD_SECONDS = 2;
/** Minimum recorded ahead, ns: chunks repeat open spans, so tiny ones would be mostly repetition. */
const MIN_AHEAD_NS = 50_000;
/** Growth of the search range of a step that finds no event. */
const STEP_GROWTH = 4;

/** A player of the given runs, at its start position. It starts fetching at once. */
export function createPlayer(inputs: readonly TrackInput[], options: PlayerOptions = {}): Player {
  return new ClockedPlayer(inputs, options);
}

type Pending =
  | { readonly kind: 'seek'; readonly toNs: number; readonly isNewest?: boolean }
  | { readonly kind: 'start'; readonly reachNs: number }
  | { readonly kind: 'step'; readonly direction: 1 | -1; readonly reachNs: number };

class ClockedPlayer implements Player {
  readonly tracks: readonly Track[];
  playhead: Playhead;
  timeNs: number;
  private readonly clock: FrameClock;
  private readonly ensemble: Ensemble;
  private readonly fetchers: readonly Fetcher[];
  private readonly painters = new Painters();
  private readonly listeners: Listeners;
  private speed: number;
  private isPlaying = false;
  /** Whether it was playing when the speed became 0. */
  private wasPlaying = false;
  private isClosed = false;
  private pending: Pending | null = null;
  private isAtStart = false;
  /** Whether playing reached this position, and the latest instant shown, ns. */
  private isPlayedTo: boolean;
  private shownToNs = 0;
  private error: unknown = null;
  private frameHandle: number | null = null;
  private lastFrameMs = 0;
  private isDirty = true;
  private hasChanged = false;
  private pace: Pace | undefined;
  /** Whether the last frame waited for a recording. */
  private isBlocked = false;

  constructor(inputs: readonly TrackInput[], options: PlayerOptions) {
    this.clock = options.clock ?? browserClock;
    this.listeners = new Listeners(this.clock);
    this.speed = clampSpeed(options.speed ?? 100_000);
    this.timeNs = Math.max(0, options.startNs ?? 0);
    this.isPlayedTo = options.isNewest ?? false;
    if (options.startNs === undefined) this.pending = { kind: 'start', reachNs: this.aheadNs };
    this.tracks = inputs.map((input) => {
      const recording = new Recording(input.layout);
      const limitBytes = PAIR_BYTES / inputs.length;
      return { ...input, recording, limitBytes, frame: recording.createFrame() };
    });
    this.ensemble = new Ensemble(this.tracks);
    const events = { onData: () => this.takeData(), onError: (error: unknown) => this.fail(error) };
    this.fetchers = this.tracks.map(
      ({ recording, source, limitBytes }) => new Fetcher(recording, source, limitBytes, events),
    );
    this.playhead = this.snapshot('start');
    this.fetch();
    if (options.playing) this.play();
  }

  play(): void {
    if (this.speed === 0) this.step(1);
    if (this.speed === 0 || this.isPlaying || this.isClosed) return;
    this.isPlaying = true;
    this.lastFrameMs = this.clock.now();
    if (this.timeNs >= this.ensemble.endNs) this.goTo({ kind: 'start', reachNs: this.aheadNs });
    this.schedule();
    this.notify('play');
  }

  pause(): void {
    this.wasPlaying = false;
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.show(this.timeNs);
    this.notify('pause');
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  start(): void {
    this.goTo({ kind: 'start', reachNs: this.aheadNs });
    this.notify('seek');
  }

  seek(timeNs: number, side?: Side, isNewest = false): void {
    const toNs = Math.min(this.ensemble.endNs, Math.max(0, this.ensemble.estimatedLead(side, timeNs)));
    this.goTo({ kind: 'seek', toNs, isNewest });
    this.notify('seek');
  }

  step(direction: 1 | -1): void {
    this.isPlaying = false;
    this.pending = { kind: 'step', direction, reachNs: Math.max(MIN_AHEAD_NS, this.speed) };
    this.settle();
    this.fetch();
    this.notify('step');
  }

  setSpeed(nsPerSecond: number): void {
    this.speed = clampSpeed(nsPerSecond);
    if (this.speed === 0) {
      this.wasPlaying ||= this.isPlaying;
      this.isPlaying = false;
    } else if (this.wasPlaying) {
      this.wasPlaying = false;
      if (this.timeNs < this.ensemble.endNs) this.play();
    }
    this.fetch();
    this.notify('speed');
  }

  setLockstep(lockstep: Lockstep | undefined): void {
    const { ensemble, pending } = this;
    const { lead: before } = ensemble;
    ensemble.lockstep = lockstep;
    // A new lead continues from its own position.
    const { lead } = ensemble;
    const fromNs = lockstep && lead !== before && lead.frame.known ? lead.frame.timeNs : this.timeNs;
    this.goTo(pending ?? { kind: 'seek', toNs: Math.min(ensemble.endNs, fromNs), isNewest: this.isPlayedTo });
    this.notify('seek');
  }

  setPace(pace: Pace | undefined): void {
    this.pace = pace;
    this.fetch();
    this.notify('data');
  }

  addPainter(painter: () => void, painted: Painted = 'canvas'): () => void {
    this.repaint();
    return this.painters.add(painter, painted);
  }

  repaint(): void {
    this.isDirty = true;
    this.schedule();
  }

  subscribe(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  close(): void {
    this.isClosed = true;
    this.isPlaying = false;
    for (const fetcher of this.fetchers) fetcher.close();
    if (this.frameHandle !== null) this.clock.cancel(this.frameHandle);
    this.painters.clear();
    this.listeners.clear();
  }

  private get aheadNs(): number {
    return Math.max(MIN_AHEAD_NS, this.moved(this.timeNs, AHEAD_SECONDS) - this.timeNs);
  }

  /** The playhead after some seconds on screen. */
  private moved(timeNs: number, seconds: number): number {
    return this.pace?.moved(timeNs, seconds, this.speed) ?? timeNs + this.speed * seconds;
  }

  private goTo(place: Pending): void {
    this.pending = place;
    this.settle();
    this.fetch();
  }

  /** Shows an instant that every recording covers. */
  private show(timeNs: number): void {
    this.timeNs = timeNs;
    this.shownToNs = Math.max(this.shownToNs, timeNs);
    // When paused, the instant is shown exactly. With levels, extended states would distort the counts: all
    // threads would seem to be in their last short state.
    const dwellNs =
      this.isPlaying && this.speed < DENSE_FROM ? this.moved(timeNs, MIN_DISPLAY_SECONDS) - timeNs : 0;
    this.ensemble.show(timeNs, dwellNs);
    this.repaint();
  }

  /** Performs the pending seek or step once the recordings allow it. */
  private settle(): void {
    const { pending } = this;
    if (pending === null) return;
    const target = this.targetOf(pending);
    if (!Number.isNaN(target) && this.ensemble.covers(target)) {
      this.pending = null;
      this.isAtStart = pending.kind === 'start';
      this.isPlayedTo = pending.kind === 'seek' && pending.isNewest === true;
      this.show(target);
    } else if (pending.kind === 'start' && this.ensemble.recordedToNs >= pending.reachNs) {
      this.pending = { ...pending, reachNs: pending.reachNs * STEP_GROWTH };
    } else if (pending.kind === 'step' && this.ensemble.covers(this.timeNs)) {
      let { reachNs } = pending;
      while (this.ensemble.isSearched(this.timeNs, pending.direction * reachNs)) reachNs *= STEP_GROWTH;
      this.pending = { ...pending, reachNs };
    }
  }

  private targetOf(pending: Pending): number {
    if (pending.kind === 'seek') return pending.toNs;
    const { ensemble, timeNs } = this;
    return pending.kind === 'step' ? ensemble.eventTowards(timeNs, pending.direction) : ensemble.firstRequest;
  }

  private fetch(): void {
    if (this.isClosed || this.error !== null) return;
    const { pending, aheadNs } = this;
    let fromNs = this.timeNs;
    let untilNs = this.timeNs + aheadNs;
    if (pending?.kind === 'seek') {
      fromNs = pending.toNs;
      untilNs = pending.toNs + aheadNs;
    } else if (pending?.kind === 'start') {
      fromNs = 0;
      untilNs = Math.max(aheadNs, pending.reachNs);
    } else if (pending) {
      if (pending.direction > 0) untilNs = this.timeNs + Math.max(aheadNs, pending.reachNs);
      else fromNs = Math.max(0, this.timeNs - pending.reachNs);
    }
    untilNs = Math.min(untilNs, this.ensemble.endNs);
    this.tracks.forEach((track, i) => {
      const from = this.ensemble.estimatedPlace(track, fromNs);
      const until = this.ensemble.estimatedPlace(track, untilNs);
      this.fetchers[i]?.want(from, Math.min(Math.max(from, until), track.layout.endNs), aheadNs);
    });
  }

  private takeData(): void {
    if (this.isClosed) return;
    const wasPending = this.pending;
    const isFirst = !this.tracks.every(({ frame }) => frame.known);
    this.settle();
    if (isFirst && this.ensemble.covers(this.timeNs)) this.show(this.timeNs);
    this.fetch();
    if (wasPending && !this.pending) this.notify(wasPending.kind === 'step' ? 'step' : 'seek');
    // The first frame is announced at once, not a frame later.
    else if (isFirst && this.tracks.every(({ frame }) => frame.known)) this.notify('data');
    else {
      this.hasChanged = true;
      this.schedule();
    }
  }

  private fail(error: unknown): void {
    this.error = error;
    this.isPlaying = false;
    this.pending = null;
    this.notify('error');
  }

  private schedule(): void {
    if (this.frameHandle === null && !this.isClosed) {
      this.frameHandle = this.clock.request(() => this.onFrame());
    }
  }

  private onFrame(): void {
    this.frameHandle = null;
    const nowMs = this.clock.now();
    const hasEnded = this.isPlaying && this.pending === null && this.move(nowMs);
    this.lastFrameMs = nowMs;
    if (this.isDirty) {
      this.isDirty = false;
      this.painters.paint();
    }
    if (hasEnded) {
      this.isPlaying = false;
      // At maximum speed nothing was drawn: the final frame shows the end exactly.
      this.show(this.timeNs);
      this.notify('end');
    } else if ((this.isPlaying || this.hasChanged) && this.listeners.isTickDue) {
      this.listeners.defer(() => this.notify(this.isPlaying ? 'tick' : 'data'));
    }
    if (this.isPlaying || this.hasChanged) this.schedule();
  }

  /** Moves the playhead by the elapsed wall time. Returns whether the run has ended. */
  private move(nowMs: number): boolean {
    const { endNs, reachNs } = this.ensemble;
    this.isBlocked = !this.ensemble.covers(this.timeNs);
    if (this.isBlocked) return false;
    const limitNs = Math.min(endNs, reachNs);
    const seconds = shownSeconds(nowMs - this.lastFrameMs);
    const timeNs = Math.max(this.timeNs, Math.min(limitNs, this.moved(this.timeNs, seconds)));
    this.isBlocked = !this.ensemble.covers(timeNs);
    if (this.isBlocked) this.fetch();
    else if (timeNs !== this.timeNs) {
      this.isAtStart = false;
      this.isPlayedTo = true;
      this.show(timeNs);
      this.fetch();
    }
    return this.timeNs >= endNs;
  }

  private snapshot(cause: Cause): Playhead {
    const { timeNs, pending } = this;
    const { endNs, recordedFromNs, recordedToNs } = this.ensemble;
    const seekingNs = pending === null ? null : pending.kind === 'seek' ? pending.toNs : timeNs;
    const isWaitingForData = (this.isBlocked || !(timeNs < recordedToNs)) && timeNs < endNs;
    return {
      timeNs,
      playing: this.isPlaying,
      speed: this.speed,
      recordedFromNs,
      recordedToNs,
      endNs,
      atStart: pending ? pending.kind === 'start' : this.isAtStart,
      atEnd: timeNs >= endNs,
      isNewest: pending === null && this.isPlayedTo && timeNs >= this.shownToNs,
      seekingNs,
      // At maximum speed, the engine is always the bottleneck.
      starved: this.isPlaying && this.speed < UNLIMITED_SPEED && isWaitingForData,
      error: this.error,
      cause,
    };
  }

  private notify(cause: Cause): void {
    this.hasChanged = false;
    this.playhead = this.snapshot(cause);
    this.listeners.call();
  }
}
