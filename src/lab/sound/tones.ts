/**
 * One side as sound: its queue sets the pitch of a tone, the kernel's share the level of noise, completions
 * are soft clicks. Values glide to avoid clicks. It uses the Web Audio API.
 */
import type { SoundParameters } from '../../model/analysis/sonification.ts';

/** The pitch with one waiting request, and the octaves above it when all wait. */
const LOWEST_HZ = 196;
const OCTAVES = 2;
/** Maximum levels, of 1. */
const TONE = 0.06;
const NOISE = 0.035;
const CLICK = 0.12;
/** Time constant of a glide, s. */
const GLIDE_S = 0.08;
const CLICK_S = 0.03;
/** Least time between clicks, s: closer ones would sound like a tone. */
const CLICK_EVERY_S = 0.08;

export const pitchOf = (waiting: number): number => LOWEST_HZ * 2 ** (OCTAVES * waiting);

export class Tones {
  readonly #context: AudioContext;
  readonly #place: StereoPannerNode;
  readonly #tone: OscillatorNode;
  readonly #toneLevel: GainNode;
  readonly #noise: AudioBufferSourceNode;
  readonly #noiseLevel: GainNode;
  #lastClick = Number.NEGATIVE_INFINITY;

  /** @param pan −1 is the left ear, 1 the right one */
  constructor(context: AudioContext, pan: number) {
    this.#context = context;
    this.#place = context.createStereoPanner();
    this.#place.pan.value = pan;
    this.#place.connect(context.destination);
    this.#tone = context.createOscillator();
    this.#toneLevel = this.#silent(this.#tone);
    this.#noise = context.createBufferSource();
    this.#noise.buffer = noiseIn(context);
    this.#noise.loop = true;
    this.#noiseLevel = this.#silent(this.#noise);
  }

  /** Plays an instant, with clicks for the completions since the last one. */
  sound({ waiting, kernel }: SoundParameters, answers: number): void {
    this.#glide(this.#tone.frequency, pitchOf(waiting));
    this.#glide(this.#toneLevel.gain, waiting > 0 ? TONE : 0);
    this.#glide(this.#noiseLevel.gain, NOISE * kernel);
    if (answers > 0) this.#click(answers);
  }

  silence(): void {
    this.#glide(this.#toneLevel.gain, 0);
    this.#glide(this.#noiseLevel.gain, 0);
  }

  close(): void {
    this.#tone.stop();
    this.#noise.stop();
    this.#place.disconnect();
  }

  /** More completions at once are a little louder. */
  #click(answers: number): void {
    const { currentTime: now } = this.#context;
    if (now - this.#lastClick < CLICK_EVERY_S) return;
    this.#lastClick = now;
    const knock = this.#context.createOscillator();
    const level = this.#context.createGain();
    knock.frequency.value = 1200;
    level.gain.setValueAtTime(CLICK * Math.min(1, 0.4 + Math.log10(answers) / 3), now);
    level.gain.exponentialRampToValueAtTime(0.0001, now + CLICK_S);
    knock.connect(level).connect(this.#place);
    knock.start(now);
    knock.stop(now + CLICK_S);
  }

  #silent(source: OscillatorNode | AudioBufferSourceNode): GainNode {
    const level = this.#context.createGain();
    level.gain.value = 0;
    source.connect(level).connect(this.#place);
    source.start();
    return level;
  }

  #glide(value: AudioParam, to: number): void {
    value.setTargetAtTime(to, this.#context.currentTime, GLIDE_S);
  }
}

/** A second of noise from a shift register, the same every time. */
function noiseIn(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let register = 1;
  for (let i = 0; i < samples.length; i++) {
    const bit = (register ^ (register >> 1)) & 1;
    register = (register >> 1) | (bit << 14);
    samples[i] = register / 2 ** 14 - 1;
  }
  return buffer;
}
