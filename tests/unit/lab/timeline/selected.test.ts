// @vitest-environment happy-dom
/** A selected part of time, on the real engine: its figures, what becomes of them, and that they are true. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { presentHash } from '../../../../src/lab/link/link.ts';
import { openLink } from '../../../../src/lab/link/open.ts';
import { select } from '../../../../src/lab/marks/focus.ts';
import { focus, type Selection, type Span } from '../../../../src/lab/marks/focus-state.ts';
import { setSpawn } from '../../../../src/lab/run/engines.ts';
import { excerptBetween } from '../../../../src/lab/run/inspect.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import { edit } from '../../../../src/lab/settings/edit.ts';
import { followSelected, playSelected, selectTo } from '../../../../src/lab/timeline/selected.ts';
import { journeyOf } from '../../../../src/model/analysis/journey.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const wait = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);

const isCounted = () => {
  const { selected } = focus.getState();
  return selected !== undefined && !selected.a.isStale && !selected.b.isStale;
};

/** What is selected, when it has been counted. */
async function counted(span: Span): Promise<Selection> {
  select(span);
  await wait(isCounted);
  const { selected } = focus.getState();
  if (!selected) throw new Error('nothing is selected');
  return selected;
}

const completed = ({ a }: Selection): number => a.summary?.requests.completed ?? Number.NaN;

let end: () => void;
const RUN = 'run.warmupMs=2&run.measuredMs=8';

beforeEach(async () => {
  location.hash = '#/lab';
  setSpawn(inProcessEngine);
  await openLink(RUN);
  await wait(() => run.getState().status === 'ready');
  end = followSelected();
});

afterEach(() => {
  end();
  select(undefined);
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  setSpawn(inProcessEngine);
});

describe('the figures of a selected part', () => {
  it('are those of the requests that the trace sees end in it', async () => {
    const [from, to] = [3_100_000, 6_700_000];
    const { a, b } = await counted([from, to]);
    for (const [side, { summary }] of [['a', a] as const, ['b', b] as const]) {
      const excerpt = await excerptBetween(side, 0, 8e6, () => true);
      if (!excerpt) throw new Error('nothing is recorded');
      const times = [...excerpt.ofRequest.keys()]
        .flatMap((id) => journeyOf(excerpt, id) ?? [])
        .filter(({ isWhole, endNs }) => isWhole && endNs > from && endNs <= to)
        .map(({ beginNs, endNs }) => endNs - beginNs);
      expect(times.length).toBeGreaterThan(5);
      expect(summary?.requests.completed).toBe(times.length);
      expect(summary?.responseTime.maxUs).toBeCloseTo(Math.max(...times) / 1000, 6);
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      expect(summary?.responseTime.meanUs).toBeCloseTo(mean / 1000, 6);
    }
  });

  it('add up: of two halves they are those of the whole', async () => {
    const [first, second] = [await counted([2e6, 5e6]), await counted([5e6, 10e6])];
    const whole = run.getState().a.summary?.requests.completed;
    expect(completed(first) + completed(second)).toBe(whole);
  });

  it('are counted again when the system changes', async () => {
    const before = completed(await counted([3e6, 9e6]));
    await edit(['a', 'b'], { 'network.rttUs': 100 });
    await wait(() => isCounted() && completed(focus.getState().selected as Selection) !== before);
    expect(completed(focus.getState().selected as Selection)).toBeGreaterThan(2 * before);
  });

  it('end with the run, and there are none beyond it', async () => {
    const last = await counted([9e6, 50e6]);
    expect(last.a.summary?.windowUs).toBe(1000);
    expect((await counted([20e6, 50e6])).a.summary).toBeUndefined();
  });
});

describe('a selection', () => {
  it('travels in the link', async () => {
    select([3e6, 4_500_000]);
    const hash = await presentHash();
    expect(hash).toContain('sel=3ms,4.5ms');
    select(undefined);
    expect(await presentHash()).not.toContain('sel=');
    await openLink(hash.split('?')[1] ?? '');
    expect(focus.getState().selected?.span).toEqual([3e6, 4_500_000]);
    await openLink(RUN);
    expect(focus.getState().selected).toBeUndefined();
  });

  it('grows and turns round as its end is moved, and is never shorter than what can be measured', () => {
    selectTo(5e6 + 0.3, 6e6 + 0.4);
    selectTo(6e6, 7e6);
    expect(focus.getState().selected?.span).toEqual([5e6, 7e6]);
    selectTo(7e6, 4e6);
    expect(focus.getState().selected?.span).toEqual([4e6, 5e6]);
    select([1e6, 1e6 + 999]);
    expect(focus.getState().selected?.span).toEqual([4e6, 5e6]);
  });

  it('keeps its figures while it is drawn, as those of before, so that they are not drawn again', async () => {
    const { a, b } = await counted([3e6, 9e6]);
    select([3e6, 5e6]);
    const first = focus.getState().selected;
    expect(first?.a).toEqual({ ...a, isStale: true, progress: 0 });
    expect(first?.b.summary).toBe(b.summary);
    select([3e6, 6e6]);
    expect(focus.getState().selected?.a).toBe(first?.a);
    expect(focus.getState().selected?.b).toBe(first?.b);
  });

  it('is played from its beginning, and stops at its end', async () => {
    const { player } = run.getState();
    select([3e6, 4e6]);
    player?.setSpeed(50e6);
    playSelected();
    await wait(() => player?.playhead.playing === false && player.timeNs === 4e6);
  });
});
