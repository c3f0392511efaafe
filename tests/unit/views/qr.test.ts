import jsQR from 'jsqr';
import { correction, generate } from 'lean-qr';
import { describe, expect, it } from 'vitest';
import { qrPath } from '../../../src/lib/qr.ts';

/** Pixels a module, and the quiet zone, modules. */
const SCALE = 4;
const QUIET = 4;

/** Fills the runs of the path, as a browser would. */
function painted(path: string, size: number) {
  const width = (size + 2 * QUIET) * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+),(\d+)h(\d+)v1h-\d+z/g))
    for (let dy = 0; dy < SCALE; dy++)
      for (let dx = 0; dx < Number(length) * SCALE; dx++) {
        const at = ((Number(y) + QUIET) * SCALE + dy) * width + (Number(x) + QUIET) * SCALE + dx;
        pixels.set([0, 0, 0, 255], at * 4);
      }
  return { pixels, width };
}

describe('the code of a link', () => {
  it.each([
    'https://example.org/#/lab',
    'http://127.0.0.1:7379/#/lab?a=jedis-pool-8&b=lettuce-shared&network.rttUs=250&t=1.24ms&lang=zh-CN',
    `https://example.org/#/lab?z=${'aZ09-_'.repeat(300)}`,
  ])('is read back as it was: %s', (link) => {
    const code = generate(link, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
    const { pixels, width } = painted(
      qrPath(code.size, (x, y) => code.get(x, y)),
      code.size,
    );
    const read = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR;
    expect(read(pixels, width, width)?.data).toBe(link);
  });
});
