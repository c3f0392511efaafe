/**
 * The tracks of a player together: where each is when the playhead is at an instant, and what all of them know of the runs.
 */
import type { SideName } from '../scenario/problem.ts';
import type { RunLayout } from '../workers/protocol.ts';
import type { Look, RecordSource } from './fetcher.ts';
import type { Frame } from './frame.ts';
import type { Lockstep } from './pacing.ts';
import type { Recording } from './recording.ts';

/** Which of the two sides. */
export type Side = SideName;

/** A run to be played: what `EngineService.open` answered, and how to get more of it. */
export interface TrackInput {
  readonly id: Side;
  readonly layout: RunLayout;
  readonly source: RecordSource;
  /** Rewinds something else than the source, which stays where it is; absent where there is nothing but what the source gives. */
  readonly look?: Look;
}

/** A run being played. */
export interface Track extends TrackInput {
  readonly recording: Recording;
  /** Bytes of it that are kept at most. */
  readonly limitBytes: number;
  /**
   * The picture at the playhead, with the track's own model time in it. One object for the life of the track, refilled before
   * painters and listeners run.
   */
  readonly frame: Frame;
}

/** Times without a track are the leading one's, ns. */
export class Ensemble {
  /** What keeps the tracks together; undefined: model time, and none of them leads. */
  lockstep: Lockstep | undefined;
  private readonly tracks: readonly Track[];

  constructor(tracks: readonly Track[]) {
    this.tracks = tracks;
  }

  /** The track whose model time is the player's. */
  get lead(): Track {
    const side = this.lockstep?.lead;
    return (this.tracks.find(({ id }) => id === side) ?? this.tracks[0]) as Track;
  }

  /** End of the shortest run that the playhead may not pass. */
  get endNs(): number {
    let end = Number.POSITIVE_INFINITY;
    for (const { layout, recording } of this.bounds) {
      end = Math.min(end, recording.done ? recording.toNs : layout.endNs);
    }
    return end;
  }

  /** NaN while a recording is empty. */
  get recordedFromNs(): number {
    let from = 0;
    for (const { recording } of this.bounds) from = Math.max(from, recording.fromNs);
    return from;
  }

  /** NaN while a recording is empty. */
  get recordedToNs(): number {
    let to = Number.POSITIVE_INFINITY;
    for (const { recording } of this.bounds) to = Math.min(to, recording.toNs);
    return to;
  }

  /**
   * How far the playhead can go with what is recorded of every track, those that only follow included; NaN while a recording is
   * empty. What a follower's end is on the leading track is known to the nanosecond at best.
   */
  get reachNs(): number {
    const { lead } = this;
    let reach = this.recordedToNs;
    for (const track of this.lockstep ? this.tracks : []) {
      if (track === lead || track.recording.done) continue;
      reach = Math.min(reach, Math.floor(this.guessOf(track, lead, track.recording.toNs)) - 1);
    }
    return reach;
  }

  /** When the first request is issued; NaN while it is not recorded, 0 when there is none. */
  get firstRequest(): number {
    if (!this.covers(0)) return Number.NaN;
    const first = Math.min(...this.bounds.map(({ recording }) => recording.firstRequest()));
    if (first <= this.recordedToNs) return first;
    return this.recordedToNs >= this.endNs ? 0 : Number.NaN;
  }

  /** Whether every track can be shown. */
  covers(timeNs: number): boolean {
    const { lead } = this;
    return this.tracks.every((track) => track.recording.covers(this.placeOf(lead, track, timeNs)));
  }

  /** Fills the frames of an instant that is covered. @param dwellNs how long short states are shown */
  show(timeNs: number, dwellNs: number): void {
    const { lead } = this;
    for (const track of this.tracks)
      track.recording.frameAt(this.placeOf(lead, track, timeNs), track.frame, dwellNs);
  }

  /** Where a track is, or may be. */
  placeNear(track: Track, timeNs: number): number {
    return this.guessOf(this.lead, track, timeNs);
  }

  /** Where the leading track is, or may be, when a side is at an instant of its own. */
  leadNear(side: Side | undefined, timeNs: number): number {
    const track = this.tracks.find(({ id }) => id === side);
    return track ? this.guessOf(track, this.lead, timeNs) : timeNs;
  }

  /** Whether everything from an instant to `byNs` later (or earlier) is recorded. */
  isSearched(timeNs: number, byNs: number): boolean {
    return byNs > 0 ? this.recordedToNs >= timeNs + byNs : this.recordedFromNs <= timeNs + byNs;
  }

  /** The nearest event; NaN while a recording is too short to tell. Where there is none, the run's edge. */
  eventTowards(timeNs: number, direction: 1 | -1): number {
    if (!this.covers(timeNs)) return Number.NaN;
    if (direction > 0) {
      const events = this.bounds.map(({ recording }) => recording.nextEvent(timeNs));
      const nearest = Math.min(this.endNs, ...events.filter((event) => !Number.isNaN(event)));
      return nearest <= this.recordedToNs ? nearest : Number.NaN;
    }
    const events = this.bounds.map(({ recording }) => recording.previousEvent(timeNs));
    const nearest = Math.max(0, ...events.filter((event) => !Number.isNaN(event)));
    return nearest >= this.recordedFromNs ? nearest : Number.NaN;
  }

  /** The tracks that limit where the playhead can be: in a lockstep that is not of time, the others only follow. */
  private get bounds(): readonly Track[] {
    return this.lockstep ? [this.lead] : this.tracks;
  }

  /** Where one track is when another is at an instant of its own; NaN while it is not known. */
  private placeOf(from: Track, to: Track, timeNs: number): number {
    return !this.lockstep || from === to ? timeNs : this.lockstep.place(from, to, timeNs);
  }

  private guessOf(from: Track, to: Track, timeNs: number): number {
    const place = this.placeOf(from, to, timeNs);
    return Number.isNaN(place) && this.lockstep ? this.lockstep.guess(from, to, timeNs) : place;
  }
}
