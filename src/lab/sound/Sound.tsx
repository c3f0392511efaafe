import { useEffect } from 'react';
import { soundParameters } from '../../model/analysis/sonification.ts';
import type { Player } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Tones } from './tones.ts';

/** A is on the left, B on the right; a single side in the middle. */
const PANS: Readonly<Record<SideName, number>> = { a: -0.8, b: 0.8 };

/** Sound of the stage during playback. */
export function Sound({ player }: { readonly player: Player }) {
  const sides = useShownSides();
  useEffect(() => {
    const context = new AudioContext();
    const parts = sides.flatMap((side) => {
      const track = player.tracks.find(({ id }) => id === side);
      const pan = sides.length > 1 ? PANS[side] : 0;
      return track ? [{ track, tones: new Tones(context, pan), toNs: track.frame.timeNs }] : [];
    });
    const sound = () => {
      for (const part of parts) {
        const { track, tones } = part;
        const { timeNs } = track.frame;
        const answers = timeNs > part.toNs ? track.recording.completions.countBetween(part.toNs, timeNs) : 0;
        part.toNs = timeNs;
        const parameters = soundParameters(track.frame, track.layout.callers);
        if (player.playhead.playing) tones.sound(parameters, answers);
        else tones.silence();
      }
    };
    const removePainter = player.addPainter(sound);
    const unsubscribe = player.subscribe(sound);
    // Some browsers allow sound only after a press.
    const resume = () => void context.resume();
    addEventListener('pointerdown', resume);
    addEventListener('keydown', resume);
    return () => {
      removePainter();
      unsubscribe();
      removeEventListener('pointerdown', resume);
      removeEventListener('keydown', resume);
      for (const { tones } of parts) tones.close();
      void context.close();
    };
  }, [player, sides]);
  return null;
}
