import { expect, it } from 'vitest';
import { atQuantile, countCompleted } from '../../../../src/model/analysis/typical.ts';
import type { CompletionSegment } from '../../../../src/model/playback/completions.ts';

const segment = (responses: readonly number[], first = 0): CompletionSegment => ({
  fromNs: first,
  toNs: first + responses.length,
  count: responses.length,
  timeNs: Float64Array.from(responses, (_, i) => first + i + 1),
  responseNs: Float64Array.from(responses),
  request: Uint32Array.from(responses, (_, i) => first + i),
});

it('finds the same request at a quantile as sorting all of them', () => {
  // A spread of four decades in a fixed shuffled order.
  const responses = Array.from({ length: 5000 }, (_, i) => Math.round(1000 * 1.0018 ** ((i * 1637) % 5000)));
  const sorted = [...responses].sort((one, other) => one - other);
  const segments = [segment(responses.slice(0, 2000)), segment(responses.slice(2000), 2000)];
  for (const quantile of [0, 0.01, 0.5, 0.9, 0.99, 0.999, 1]) {
    const found = atQuantile(segments, Number.POSITIVE_INFINITY, quantile);
    expect(found?.responseNs).toBe(sorted[Math.min(4999, Math.floor(quantile * 5000))]);
    expect(responses[found?.request ?? -1]).toBe(found?.responseNs);
  }
});

it('uses only requests that started and completed in the recording', () => {
  const segments = [segment([50, Number.NaN, 70, 10])];
  expect(atQuantile(segments, 3, 1)).toEqual({ request: 2, endNs: 3, responseNs: 70 });
  expect(atQuantile(segments, 2, 1)).toEqual({ request: 0, endNs: 1, responseNs: 50 });
  expect(countCompleted(segments, 4)).toBe(3);
  expect(atQuantile(segments, 0, 0.5)).toBeUndefined();
});
