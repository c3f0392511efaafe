import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../../.ci/paths.mjs';
import { type Palette, paletteOf } from '../../../src/lib/palette.ts';

const css = readFileSync(at('src/ui/styles/tokens.css'), 'utf8');

/** The two colours of a token: for light and for dark. */
function token(name: string): [string, string] {
  const match = new RegExp(`--${name}: light-dark\\((#[0-9a-f]+), (#[0-9a-f]+)\\);`).exec(css);
  return [match?.[1] ?? '', match?.[2] ?? ''];
}

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

describe('the colours of the style sheet', () => {
  const same: readonly (readonly [string, (palette: Palette) => string])[] = [
    ['ink', (palette) => palette.ink],
    ['ink-soft', (palette) => palette.inkSoft],
    ['paper', (palette) => palette.paper],
    ['panel', (palette) => palette.panel],
    ['line', (palette) => palette.line],
    ['focus', (palette) => palette.focus],
    ['side-a', (palette) => palette.accent.a],
    ['side-b', (palette) => palette.accent.b],
    ['wash-a', (palette) => palette.wash.a],
    ['wash-b', (palette) => palette.wash.b],
  ];

  it.each(same)('--%s is that of the canvas', (name, read) => {
    expect(token(name)).toEqual([read(paletteOf('light')), read(paletteOf('dark'))]);
  });

  it.each(['ink', 'ink-soft', 'side-a', 'side-b', 'alert'])(
    '--%s can be read as text on paper and panel',
    (name) => {
      for (const theme of [0, 1] as const) {
        for (const ground of ['paper', 'panel']) {
          expect(
            contrast(token(name)[theme], token(ground)[theme]),
            `${ground} ${theme}`,
          ).toBeGreaterThanOrEqual(4.5);
        }
      }
    },
  );

  it('--edge shows where a control ends, on paper and panel', () => {
    for (const theme of [0, 1] as const) {
      for (const ground of ['paper', 'panel']) {
        expect(contrast(token('edge')[theme], token(ground)[theme])).toBeGreaterThanOrEqual(3);
      }
    }
  });
});
