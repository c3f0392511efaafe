// @vitest-environment happy-dom
/** Tests the spoken message on a change: after both runs, for the changed sides, at most every two seconds. */
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { KnobResponse } from '../../../src/lab/page/KnobResponse.tsx';
import { run } from '../../../src/lab/run/run-state.ts';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';

const summary = (fingerprint: string, waiting: number, perSec: number, resource = 'connections') =>
  ({
    fingerprint,
    queues: [{ phase: 'waitConnection', mean: waiting, max: waiting }],
    busiest: { resource },
    throughput: { perSec },
  }) as unknown as Summary;

const said = () => ui.getState().announcement.text;
const side = (of: Summary, isStale = false) => ({ summary: of, isStale, progress: isStale ? 0 : 1 });
const first = summary('1', 5, 333);
const same = summary('b', 0, 9000);

beforeEach(async () => {
  ui.setState({ announcement: { text: '' } });
  run.setState({ a: side(first, true), b: side(same, true) });
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <KnobResponse before={{ a: { summary: first }, b: { summary: same } }} />
    </Texts>,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const change = (a: Summary) => act(async () => run.setState({ a: side(a), b: side(same) }));

it('says what moved most tellingly on the side that changed', async () => {
  expect(said()).toBe('');
  await change(summary('2', 0, 667, 'serverMain'));
  expect(said()).toBe(
    'A: The number of requests waiting for a connection fell from 5 to 0. Throughput per second: now 667. Busiest resource now: Redis main thread; before: Connections.',
  );
});

it('waits two seconds before it speaks again, and then says what has changed since it last spoke', async () => {
  await change(summary('2', 4, 400));
  expect(said()).toBe(
    'A: The number of requests waiting for a connection fell from 5 to 4. Throughput per second: now 400.',
  );
  await change(summary('3', 3, 500));
  await change(summary('4', 6, 250));
  expect(said()).toContain('per second: now 400');
  await act(async () => vi.advanceTimersByTime(1990));
  expect(said()).toContain('per second: now 400');
  await act(async () => vi.advanceTimersByTime(20));
  expect(said()).toBe(
    'A: The number of requests waiting for a connection rose from 4 to 6. Throughput per second: now 250.',
  );
});
