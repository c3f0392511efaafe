import type { Player, Side } from '../model/playback/player.ts';

/** Model time that is shown of a side, ns: its own where another lockstep than that of time keeps the sides together. */
export const timeOn = ({ tracks, timeNs }: Player, side: Side): number =>
  tracks.find(({ id }) => id === side)?.frame.timeNs ?? timeNs;
