// @vitest-environment happy-dom
/** Where the best of an experiment is: with one neighbour at the edge of what was tried, and a word on what may be beyond. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Findings } from '../../../src/experiments/Findings.tsx';
import type { SweepRun } from '../../../src/experiments/sweep-state.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import type { Language } from '../../../src/lib/languages.ts';
import { canGoBeyond } from '../../../src/model/sweep/axis.ts';
import { DEFAULTS, type Sweep } from '../../../src/model/sweep/definition.ts';
import { numbered, type Point } from '../../../src/model/sweep/plan.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

afterEach(cleanup);

const connections = (values: readonly number[]) => ({ paths: ['client.connections.maxTotal'], values });

/** An experiment with these throughputs at these pool sizes, each from three seeds. */
function runOf(sizes: readonly number[], throughputs: readonly number[]): SweepRun {
  const sweep: Sweep = {
    ...DEFAULTS,
    roundtrip: 'sweep',
    version: 1,
    series: [{ name: 'A' }],
    axes: [connections(sizes)],
  };
  const runs = throughputs.flatMap((throughput, point) =>
    [0, 1, 2].map((replication) => ({
      point,
      replication,
      seed: replication,
      fingerprint: `${point} ${replication}`,
      values: { 'throughput.perSec': throughput + replication },
    })),
  );
  return {
    sweep,
    points: numbered(sweep) as unknown as Point[],
    runs,
    gaps: [],
    engineVersion: '',
    total: runs.length,
    done: runs.length,
    reused: 0,
    elapsedMs: 1,
    etaMs: undefined,
    workers: 1,
    ending: undefined,
  };
}

async function said(language: Language, run: SweepRun): Promise<string> {
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <Findings run={run} metric="throughput.perSec" />
    </Texts>,
  );
  const region = await screen.findByRole('region');
  await waitFor(() => expect(region.textContent).not.toBe(''));
  return region.textContent ?? '';
}

describe('the best place', () => {
  const sizes = [8, 32, 128];

  it.each([
    ['en', 'its neighbour is significantly worse', '128 is at the edge of the range.'],
    ['zh-CN', '相邻的一点显著更差', '128 在取值范围的边缘，请扩大范围'],
  ] as const)('at the edge is said to be there, in %s', async (language, neighbour, edge) => {
    const text = await said(language, runOf(sizes, [100, 200, 300]));
    expect(text).toContain(neighbour);
    expect(text).toContain(edge);
  });

  it('between two has both, and no edge', async () => {
    const text = await said('en', runOf(sizes, [100, 300, 200]));
    expect(text).toContain('its neighbours are significantly worse');
    expect(text).not.toContain('edge');
  });

  it('is at no edge where the knob itself ends, or has no order', () => {
    expect([8, 32, 128].map((value) => canGoBeyond(connections(sizes), value))).toEqual([true, false, true]);
    expect(canGoBeyond(connections([1, 2, 4]), 1)).toBe(false);
    expect(canGoBeyond({ paths: ['client.io.kind'], values: ['blocking', 'eventLoops'] }, 'blocking')).toBe(
      false,
    );
    expect(canGoBeyond(connections(sizes), undefined)).toBe(false);
  });
});
