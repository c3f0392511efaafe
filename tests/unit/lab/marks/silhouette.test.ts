import { expect, it } from 'vitest';
import { mostOf, silhouetteOf, steps } from '../../../../src/lab/marks/silhouette.ts';
import { inProcessEngine, summaryOf } from '../../../support/in-process.ts';

it('has all answers of a run, and the longest queue of each of its intervals', async () => {
  const { scenario } = await inProcessEngine().normalize(
    '{"workload":{"arrivals":{"callers":40}},"client":{"connections":{"maxTotal":8}}}',
  );
  const summary = await summaryOf({ ...scenario }, { warmupMs: 0, measuredMs: 1000 });
  const { intervalNs, answers, queue } = silhouetteOf(summary);
  expect(queue.length).toBe(answers.length);
  expect(answers.length * intervalNs).toBeGreaterThanOrEqual(
    (summary.windowStartUs + summary.windowUs) * 1000,
  );
  const all = answers.reduce((sum, count) => sum + count, 0);
  expect(all).toBeGreaterThanOrEqual(summary.requests.completed);
  // All but those who have one of the connections queue for one, and nobody else has to.
  expect(Math.min(...queue)).toBeGreaterThanOrEqual(40 - 8);
  expect(Math.max(...queue)).toBe(summary.queues.find(({ phase }) => phase === 'waitConnection')?.max);
});

it('is drawn from the left edge on, to one scale, and not beyond the end of the run', () => {
  const most = mostOf([[1, 4, 2], [3]]);
  expect(most).toBe(4);
  const across = { intervalNs: 400, endNs: 1000, most };
  expect(steps([1, 4, 2], { ...across, direction: 1 })).toBe('M0 0V-0.25H0.4V-1H0.8V-0.5H1V0');
  expect(steps([2], { ...across, direction: -1 })).toBe('M0 0V0.5H0.4V0');
  expect(mostOf([[], [0, 0]])).toBe(1);
});
