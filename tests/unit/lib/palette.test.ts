import { afterEach, expect, test } from 'vitest';
import { applyCustomPalette, readFills } from '../../../src/lib/custom-palette.ts';
import { APPEARANCES, paletteOf, VISIBLE_STATES } from '../../../src/lib/palette.ts';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes 2009, severity 1.0, for linear RGB. */
const VISIONS: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const SRGB_TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Triple = [0.95047, 1, 1.08883];

const times = (matrix: Matrix, [a, b, c]: Triple): Triple => {
  const [x, y, z] = matrix.map(([p, q, r]) => p * a + q * b + r * c);
  return [x ?? 0, y ?? 0, z ?? 0];
};

const linear = (hex: string): Triple => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return [r ?? 0, g ?? 0, b ?? 0];
};

const luminance = (hex: string): number => times(SRGB_TO_XYZ, linear(hex))[1];
const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

function lab(rgb: Triple): Triple {
  const clipped = rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple;
  const [x, y, z] = times(SRGB_TO_XYZ, clipped).map((value, i) => {
    const share = value / (WHITE[i] ?? 1);
    return share > 216 / 24389 ? Math.cbrt(share) : ((24389 / 27) * share + 16) / 116;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (one: Triple, other: Triple) =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

/** CIE76 distance of two colours as seen with the given eyes. */
const seen = (vision: Matrix, one: string, other: string) =>
  distance(lab(times(vision, linear(one))), lab(times(vision, linear(other))));

const pairs = VISIBLE_STATES.flatMap((one, i) =>
  VISIBLE_STATES.slice(i + 1).map((other) => [one, other] as const),
);
const themes = ['light', 'dark'] as const;

test.each(themes)('%s: any two states are at least 20 apart, for every kind of colour vision', (theme) => {
  const { states } = paletteOf(theme);
  for (const [name, vision] of Object.entries(VISIONS)) {
    for (const [one, other] of pairs) {
      const apart = seen(vision, states[one].fill, states[other].fill);
      expect.soft(apart, `${one} and ${other} with ${name}`).toBeGreaterThanOrEqual(20);
    }
  }
});

/** A colour on paper without ink of its own, or before eyes without cones: its luminance alone. */
const grey = (hex: string): Triple => {
  const level = luminance(hex);
  return lab([level, level, level]);
};

test.each(themes)(
  '%s: in greyscale two states differ by 20, or by pattern or height, and by their letter',
  (theme) => {
    const { states } = paletteOf(theme);
    for (const [one, other] of pairs) {
      const [first, second] = [states[one], states[other]];
      const isApart = distance(grey(first.fill), grey(second.fill)) >= 20;
      // A height is told from another one in a bar of a dozen pixels.
      const isDrawnOtherwise =
        first.pattern !== second.pattern || Math.abs(first.height - second.height) >= 0.25;
      const isNamedOtherwise = first.letter !== second.letter;
      expect.soft(isApart || (isDrawnOtherwise && isNamedOtherwise), `${one} and ${other}`).toBe(true);
    }
  },
);

test('some states are similar in greyscale, so the previous test is not empty', () => {
  for (const theme of themes) {
    const { states } = paletteOf(theme);
    const close = pairs.filter(
      ([one, other]) => distance(grey(states[one].fill), grey(states[other].fill)) < 20,
    );
    expect(close.length, theme).toBeGreaterThan(0);
  }
});

test.each(themes)(
  '%s: a side colour is at least 20 apart from every state, for every kind of colour vision',
  (theme) => {
    const { accent, states } = paletteOf(theme);
    for (const [name, vision] of Object.entries(VISIONS)) {
      for (const side of ['a', 'b'] as const) {
        for (const state of VISIBLE_STATES) {
          const apart = seen(vision, accent[side], states[state].fill);
          expect.soft(apart, `${side} and ${state} with ${name}`).toBeGreaterThanOrEqual(20);
        }
      }
    }
  },
);

test.each(themes)('%s: the two sides are distinguishable for every kind of colour vision', (theme) => {
  const { accent } = paletteOf(theme);
  for (const [name, vision] of Object.entries(VISIONS)) {
    expect.soft(seen(vision, accent.a, accent.b), name).toBeGreaterThanOrEqual(20);
  }
});

test.each([...themes, 'forced'] as const)(
  '%s: no two appearances share pattern and height; letters differ',
  (theme) => {
    const { states } = paletteOf(theme);
    for (const [one, other] of APPEARANCES.flatMap((look, i) =>
      APPEARANCES.slice(i + 1).map((next) => [look, next] as const),
    )) {
      const isSame =
        states[one].pattern === states[other].pattern && states[one].height === states[other].height;
      expect.soft(isSame, `${one} and ${other}`).toBe(false);
    }
    expect(new Set(APPEARANCES.map((look) => states[look].letter)).size).toBe(APPEARANCES.length);
  },
);

test.each(themes)('%s: text is readable; marks and outlines have contrast', (theme) => {
  const { ink, inkSoft, paper, panel, accent, wash, focus, outline } = paletteOf(theme);
  for (const ground of [paper, panel]) {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(7);
    expect(contrast(inkSoft, ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(focus, ground)).toBeGreaterThanOrEqual(3);
  }
  for (const side of ['a', 'b'] as const) {
    expect(contrast(accent[side], wash[side])).toBeGreaterThanOrEqual(3);
    expect(contrast(accent[side], paper)).toBeGreaterThanOrEqual(3);
  }
  for (const ground of [paper, panel]) expect(contrast(outline, ground)).toBeGreaterThanOrEqual(3);
});

afterEach(() => applyCustomPalette(undefined));

test('overlapping dots show only their rims, and stay visible', () => {
  for (const theme of ['light', 'dark'] as const) {
    const { rim, accent, paper, panel } = paletteOf(theme);
    for (const side of ['a', 'b'] as const) {
      for (const ground of [paper, panel]) expect(contrast(rim[side], ground)).toBeGreaterThan(1.8);
      expect(contrast(rim[side], accent[side])).toBeGreaterThan(1.8);
    }
  }
});

test('a link may set colours of states; pattern, height and forced colours stay', () => {
  const [light, dark, forced] = (['light', 'dark', 'forced'] as const).map(paletteOf);
  applyCustomPalette('user:123456');
  expect(paletteOf('dark').states.spin).toEqual({ ...dark?.states.spin, fill: '#123456' });
  applyCustomPalette('kernel:CC00FF,wire:112233');
  for (const [theme, before] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const now = paletteOf(theme);
    expect(now).toBe(paletteOf(theme));
    expect([now.states.kernel.fill, now.states.wire.fill]).toEqual(['#cc00ff', '#112233']);
    expect(now.states.kernel).toEqual({ ...before?.states.kernel, fill: '#cc00ff' });
    expect({ ...now, states: { ...now.states, kernel: null, wire: null } }).toEqual({
      ...before,
      states: { ...before?.states, kernel: null, wire: null },
    });
  }
  expect(paletteOf('forced')).toBe(forced);
  applyCustomPalette(undefined);
  expect(paletteOf('light')).toBe(light);
});

test('an invalid list of states and colours is ignored', () => {
  for (const text of [
    '',
    'kernel',
    'kernel:red',
    'kernel:cc33',
    'colour:cc3311',
    'kernel:cc3311,',
    'kernel:cc3311;wire:000000',
  ])
    expect(readFills(text)).toBeUndefined();
  expect(readFills('idle:000000')).toEqual({ idle: '#000000' });
});
