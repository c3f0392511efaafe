import type { Player, Side } from '../model/playback/player.ts';

/** Visible model time of a side, ns: its own unless the sides are aligned by time. */
export const timeOn = ({ tracks, timeNs }: Player, side: Side): number =>
  tracks.find(({ id }) => id === side)?.frame.timeNs ?? timeNs;
