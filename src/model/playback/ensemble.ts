/** The tracks of a player: the position of each for a playhead, and the joint state of their recordings. */
import type { SideName } from '../scenario/problem.ts';
import type { RunLayout } from '../workers/protocol.ts';
import type { RecordAt, RecordSource } from './fetcher.ts';
import type { Frame } from './frame.ts';
import type { Lockstep } from './pacing.ts';
import type { Recording } from './recording.ts';

/** Side of a comparison. */
export type Side = SideName;

/** A run to play: the layout from `EngineService.open`, and its data source. */
export interface TrackInput {
  readonly id: Side;
  readonly layout: RunLayout;
  readonly source: RecordSource;
  /** Rewinds a separate source, which leaves the main one in place; absent if there is none. */
  readonly look?: RecordAt;
}

/** A run being played. */
export interface Track extends TrackInput {
  readonly recording: Recording;
  /** Maximum bytes kept. */
  readonly limitBytes: number;
  /**
   * The frame at the playhead, in the track's own model time. One object per track, refilled before painters
   * and listeners run.
   */
  readonly frame: Frame;
}

/** Times without a track are the lead track's, ns. */
export class Ensemble {
  /** What aligns the tracks; undefined: model time, without a lead. */
  lockstep: Lockstep | undefined;
  private readonly tracks: readonly Track[];

  constructor(tracks: readonly Track[]) {
    this.tracks = tracks;
  }

  /** The track that defines the player's model time. */
  get lead(): Track {
    const side = this.lockstep?.lead;
    return (this.tracks.find(({ id }) => id === side) ?? this.tracks[0]) as Track;
  }

  /** End of the shortest run that limits the playhead. */
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
   * Maximum playhead position with the recordings of all tracks, followers included; NaN while one is empty.
   * A follower's end maps to the lead track to the nanosecond at best.
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

  /** Start of the first request; NaN while not recorded, 0 if there is none. */
  get firstRequest(): number {
    if (!this.covers(0)) return Number.NaN;
    const first = Math.min(...this.bounds.map(({ recording }) => recording.firstRequest()));
    if (first <= this.recordedToNs) return first;
    return this.recordedToNs >= this.endNs ? 0 : Number.NaN;
  }

  /** Whether every track can show the instant. */
  covers(timeNs: number): boolean {
    const { lead } = this;
    return this.tracks.every((track) => track.recording.covers(this.placeOf(lead, track, timeNs)));
  }

  /** Fills the frames of a covered instant. @param dwellNs minimum display time of short states */
  show(timeNs: number, dwellNs: number): void {
    const { lead } = this;
    for (const track of this.tracks)
      track.recording.frameAt(this.placeOf(lead, track, timeNs), track.frame, dwellNs);
  }

  /** Position of a track, possibly extrapolated. */
  estimatedPlace(track: Track, timeNs: number): number {
    return this.guessOf(this.lead, track, timeNs);
  }

  /** Position of the lead track for an instant of a side, possibly extrapolated. */
  estimatedLead(side: Side | undefined, timeNs: number): number {
    const track = this.tracks.find(({ id }) => id === side);
    return track ? this.guessOf(track, this.lead, timeNs) : timeNs;
  }

  /** Whether everything from an instant to `byNs` later (or earlier) is recorded. */
  isSearched(timeNs: number, byNs: number): boolean {
    return byNs > 0 ? this.recordedToNs >= timeNs + byNs : this.recordedFromNs <= timeNs + byNs;
  }

  /** The nearest event; NaN while a recording is too short. Without one, the run's edge. */
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

  /** The tracks that limit the playhead: in a lockstep other than time, followers do not. */
  private get bounds(): readonly Track[] {
    return this.lockstep ? [this.lead] : this.tracks;
  }

  /** Position of one track for an instant of another; NaN if unknown. */
  private placeOf(from: Track, to: Track, timeNs: number): number {
    return !this.lockstep || from === to ? timeNs : this.lockstep.place(from, to, timeNs);
  }

  private guessOf(from: Track, to: Track, timeNs: number): number {
    const place = this.placeOf(from, to, timeNs);
    return Number.isNaN(place) && this.lockstep ? this.lockstep.guess(from, to, timeNs) : place;
  }
}
