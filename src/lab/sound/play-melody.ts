/** Plays the curves of a chart: two at once, one in each ear; more of them in turn, from left to right. */
import type { Voice } from '../../charts/melody.ts';
import { pitchOf } from './tones.ts';

/** Duration of a curve, s: long enough to hear its bends. */
export const SWEEP_S = 3;
/** Pause between two curves in turn, s. */
const REST_S = 0.4;
const LEVEL = 0.08;
/** Fade in and out of a tone, s, to avoid clicks. */
const FADE_S = 0.02;
/** Stereo width, of 1. */
const WIDTH = 0.8;

export interface Playing {
  /** Stops it; `onEnd` is called as at the normal end. */
  readonly stop: () => void;
}

export function playMelody(voices: readonly Voice[], onEnd: () => void): Playing {
  const context = new AudioContext();
  const startS = context.currentTime + FADE_S;
  const isAtOnce = voices.length <= 2;
  const stepS = isAtOnce ? 0 : SWEEP_S + REST_S;
  let isOver = false;
  const stop = () => {
    if (isOver) return;
    isOver = true;
    void context.close();
    onEnd();
  };
  const tones = voices.map(({ notes }, place) =>
    sing(context, notes, startS + place * stepS, panOf(place, voices.length)),
  );
  const last = tones.at(-1);
  if (last) last.onended = stop;
  else stop();
  return { stop };
}

const panOf = (place: number, count: number): number =>
  count > 1 ? WIDTH * ((2 * place) / (count - 1) - 1) : 0;

function sing(context: AudioContext, notes: Voice['notes'], fromS: number, pan: number): OscillatorNode {
  const tone = context.createOscillator();
  const level = context.createGain();
  const place = context.createStereoPanner();
  place.pan.value = pan;
  level.gain.value = 0;
  tone.connect(level).connect(place).connect(context.destination);
  const noteS = SWEEP_S / notes.length;
  for (const [at, note] of notes.entries()) {
    const nowS = fromS + at * noteS;
    level.gain.setTargetAtTime(note === undefined ? 0 : LEVEL, nowS, FADE_S / 3);
    if (note !== undefined) tone.frequency.setTargetAtTime(pitchOf(note), nowS, Math.min(FADE_S, noteS / 3));
  }
  const endS = fromS + SWEEP_S;
  level.gain.setTargetAtTime(0, endS, FADE_S / 3);
  tone.start(fromS);
  tone.stop(endS + 2 * FADE_S);
  return tone;
}
