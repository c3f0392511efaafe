/** A side as sound, on a context that writes down what it is told. */
import { beforeEach, expect, it } from 'vitest';
import { pitchOf, Tones } from '../../../../src/lab/sound/tones.ts';

let now = 0;
let glides: [string, number][] = [];
let clicks: number[] = [];
let pans: number[] = [];
let stopped = 0;

const param = (name: string) => ({
  value: 0,
  setTargetAtTime: (to: number) => glides.push([name, to]),
  setValueAtTime: (to: number) => clicks.push(to),
  exponentialRampToValueAtTime: () => {},
});
function context(): AudioContext {
  let gains = 0;
  const node = (more: object) => ({
    connect: (to: unknown) => to,
    start: () => {},
    stop: () => stopped++,
    ...more,
  });
  const levels = ['tone', 'noise'];
  return {
    sampleRate: 64,
    destination: {},
    get currentTime() {
      return now;
    },
    createStereoPanner: () =>
      node({
        pan: {
          set value(to: number) {
            pans.push(to);
          },
        },
        disconnect: () => {},
      }),
    createOscillator: () => node({ frequency: param('pitch') }),
    createGain: () => node({ gain: param(levels[gains++] ?? 'click') }),
    createBufferSource: () => node({ buffer: null, loop: false }),
    createBuffer: (_: number, length: number) => {
      const samples = new Float32Array(length);
      return { getChannelData: () => samples };
    },
  } as unknown as AudioContext;
}

beforeEach(() => {
  now = 0;
  glides = [];
  clicks = [];
  pans = [];
  stopped = 0;
});

it('has its place between the ears and is silent at first', () => {
  const tones = new Tones(context(), -0.8);
  expect(pans).toEqual([-0.8]);
  tones.silence();
  expect(glides).toEqual([
    ['tone', 0],
    ['noise', 0],
  ]);
});

it('is the higher the more wait, two octaves in all, and has no tone when nobody waits', () => {
  expect(pitchOf(1) / pitchOf(0)).toBe(4);
  const tones = new Tones(context(), 0);
  tones.sound({ waiting: 0.5, kernel: 0 }, 0);
  expect(glides[0]).toEqual(['pitch', pitchOf(0.5)]);
  expect(glides[1]?.[1]).toBeGreaterThan(0);
  glides = [];
  tones.sound({ waiting: 0, kernel: 0 }, 0);
  expect(glides[1]).toEqual(['tone', 0]);
});

it('has noise in proportion to the kernel', () => {
  const tones = new Tones(context(), 0);
  tones.sound({ waiting: 0, kernel: 0.25 }, 0);
  tones.sound({ waiting: 0, kernel: 1 }, 0);
  const [quarter, whole] = glides.filter(([name]) => name === 'noise').map(([, to]) => to);
  expect((whole ?? 0) / (quarter ?? 1)).toBeCloseTo(4);
});

it('clicks for answers, more for more of them, and not faster than ears can tell', () => {
  const tones = new Tones(context(), 0);
  const idle = { waiting: 0, kernel: 0 };
  tones.sound(idle, 0);
  expect(clicks).toHaveLength(0);
  tones.sound(idle, 1);
  now = 0.01;
  tones.sound(idle, 5);
  expect(clicks).toHaveLength(1);
  now = 1;
  tones.sound(idle, 100);
  expect(clicks).toHaveLength(2);
  expect(clicks[1]).toBeGreaterThan(clicks[0] ?? 1);
  tones.close();
  expect(stopped).toBeGreaterThanOrEqual(2);
});
