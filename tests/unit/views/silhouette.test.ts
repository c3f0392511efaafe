import { expect, it } from 'vitest';
import { mostOf, silhouetteOf, steps } from '../../../src/views/marks/silhouette.ts';
import { summaryOf } from '../../support/in-process.ts';

it('has all answers of the measured part of a run, and how long they took', async () => {
  const summary = await summaryOf({}, { warmupMs: 100, measuredMs: 1000 });
  const { intervalNs, answers, responseUs } = silhouetteOf(summary);
  expect(responseUs.length).toBe(answers.length);
  expect(answers.length * intervalNs).toBeGreaterThanOrEqual(
    (summary.windowStartUs + summary.windowUs) * 1000,
  );
  const all = answers.reduce((sum, count) => sum + count, 0);
  expect(all).toBeGreaterThanOrEqual(summary.requests.completed);
  const meanUs = answers.reduce((sum, count, i) => sum + count * (responseUs[i] ?? 0), 0) / all;
  expect(meanUs / (summary.responseTime.meanUs ?? 0)).toBeCloseTo(1, 1);
});

it('is drawn from the left edge on, to one scale, and not beyond the end of the run', () => {
  const most = mostOf([[1, 4, 2], [3]]);
  expect(most).toBe(4);
  const across = { intervalNs: 400, endNs: 1000, most };
  expect(steps([1, 4, 2], { ...across, direction: 1 })).toBe('M0 0V-0.25H0.4V-1H0.8V-0.5H1V0');
  expect(steps([2], { ...across, direction: -1 })).toBe('M0 0V0.5H0.4V0');
  expect(mostOf([[], [0, 0]])).toBe(1);
});
