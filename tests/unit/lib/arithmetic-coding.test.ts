import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decoded, encoded } from '../../../src/lib/arithmetic-coding.ts';

describe('arithmetic coding', () => {
  it('returns any text as it was', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.constantFrom('&', '+', '|', '1', '99', 'aBc'), { maxLength: 200 })
        .map((parts) => parts.join('')),
    );
    fc.assert(fc.property(text, (some) => decoded(encoded(some)) === some));
  });

  it('needs little more than the information in random digits', () => {
    const digits = (seed: number) => ((Math.imul(seed + 1, 2_654_435_761) >>> 0) % 900) + 100;
    const text = Array.from({ length: 300 }, (_, i) => `${digits(i)}|${digits(i + 300)}`).join('+');
    const information = (600 * Math.log2(900)) / 8;
    expect(encoded(text).length).toBeGreaterThan(information);
    expect(encoded(text).length).toBeLessThan(1.1 * information);
  });

  it('refuses other bytes, and never hangs', () => {
    let refused = 0;
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 60 }), (bytes) => {
        try {
          decoded(bytes);
        } catch {
          refused++;
        }
      }),
      { numRuns: 20 },
    );
    expect(refused).toBeGreaterThan(17);
  });

  it('refuses text of 64 KiB', () => {
    expect(() => encoded('x'.repeat(65_536))).toThrow(RangeError);
    expect(decoded(encoded('x'.repeat(65_535)))).toHaveLength(65_535);
  });
});
