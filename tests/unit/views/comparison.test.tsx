// @vitest-environment happy-dom
/** Tests the texts on differences between two real runs that have no interval. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { Comparison } from '../../../src/lab/why/Comparison.tsx';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../support/in-process.ts';
import '../../support/patience.ts';
import { scenarioOf, summaryOf } from '../explain/runs.ts';

setSpawn(inProcessEngine);
afterEach(cleanup);

// Callers who begin together pause together.
const PAUSING: Edits = {
  'workload.arrivals.thinkUs': { kind: 'constant', value: 100_000 },
  'run.warmupMs': 50,
  'run.measuredMs': 500,
};

it.each([
  [
    'en',
    /^No interval for the mean response: no request completed in some segments/,
    'Throughput',
    'no difference',
  ],
  ['zh-CN', /^平均响应时间没有区间：有些时间段没有请求完成/, '吞吐量', '没有差别'],
] as const)(
  'says that nothing was answered for a while, and that as much was done, in %s',
  async (language, why, throughput, same) => {
    for (const [side, preset] of [
      ['a', 'jedis-pool-8'],
      ['b', 'lettuce-shared'],
    ] as const) {
      const state = await sideAt(preset, {});
      const scenario = scenarioOf(preset, PAUSING);
      experiment.setState({ [side]: state && { ...state, scenario } });
      run.setState({ [side]: { summary: summaryOf(scenario), isStale: false, progress: 1 } });
    }
    render(
      <Texts language={language} catalogue={await loadCatalogue(language)}>
        <Comparison />
      </Texts>,
    );
    expect(await screen.findByText(why)).toBeTruthy();
    const { a, b } = run.getState();
    expect(a.summary?.throughput.perSec).toBe(b.summary?.throughput.perSec);
    const row = [...document.querySelectorAll('tr')].find((tr) => tr.textContent?.startsWith(throughput));
    expect(row?.textContent).toContain(same);
  },
);
