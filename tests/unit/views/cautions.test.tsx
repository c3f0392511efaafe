// @vitest-environment happy-dom
/** Figures that are not to be taken at their word, on the real engine: their ways out lead where they say; and users on time as B. */

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Fragment } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { HistogramChart, PercentileChart } from '../../../src/lab/figures/DistributionCharts.tsx';
import { OmissionNote } from '../../../src/lab/figures/OmissionNote.tsx';
import { CautionNote, CautionNotes } from '../../../src/lab/results/CautionNote.tsx';
import { SummaryTable } from '../../../src/lab/results/SummaryTable.tsx';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { type RunState, run } from '../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { maxSupportedShare } from '../../../src/lib/percentile-sample-size.ts';
import { cautionsOf, type Played } from '../../../src/model/explain/all-cautions.ts';
import { NEEDED } from '../../../src/model/explain/cautions.ts';
import { NO_RULES } from '../../../src/model/scenario/controls.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import { getAt } from '../../../src/model/scenario/patch.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import { inProcessEngine, summaryOf } from '../../support/in-process.ts';
import '../../support/patience.ts';

const PLAYED: Played = { endNs: 20e6, bytesPerNs: 0.1, limitBytes: 64e6 };
const set = (path: string) =>
  (['a', 'b'] as const).map((side) => getAt(experiment.getState()[side]?.scenario, path));
const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** The buttons, without those of the codes. */
const waysOut = () => screen.queryAllByRole('button').filter((found) => !found.textContent?.match(/-\d\d$/));

/** A run of its own length. */
const counted = (scenario: Scenario) =>
  summaryOf(scenario, scenario.run as { warmupMs: number; measuredMs: number });

/** What is to be said of A with these edits, told. */
async function tell(edits: Record<string, string | number>, played = PLAYED): Promise<string[]> {
  experiment.setState({ a: await sideAt('jedis-pool-8', edits), b: await sideAt('lettuce-shared', {}) });
  const scenario = experiment.getState().a?.scenario as Scenario;
  const cautions = cautionsOf(scenario, await counted(scenario), played);
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      {cautions.map((caution) => (
        <CautionNote
          key={caution.code}
          side="a"
          caution={caution}
          cautions={cautions.map((other) => ({ side: 'a', caution: other }))}
        />
      ))}
    </Texts>,
  );
  return cautions.map(({ code }) => code);
}

beforeEach(() => {
  setSpawn(inProcessEngine);
  ui.setState({ rules: NO_RULES, panel: 'figures' });
});
afterEach(cleanup);

const overload = {
  'workload.arrivals.kind': 'open',
  'workload.arrivals.ratePerSec': 50_000,
  'run.warmupMs': 5,
  'run.measuredMs': 200,
};

it('MODEL-03 bounds the queue, has callers wait instead, or shows why', async () => {
  expect(await tell(overload)).toEqual(['MODEL-03']);
  expect(await screen.findByText('MODEL-03')).toBeTruthy();
  fireEvent.click(await button('Show me why'));
  expect(ui.getState().panel).toBe('why');
  fireEvent.click(await button('Limit the queue: 200'));
  await waitFor(() => expect(set('workload.arrivals.maxBacklog')).toEqual([200, undefined]));
  fireEvent.click(await button('Wait for replies (closed loop)'));
  await waitFor(() => expect(set('workload.arrivals.kind')).toEqual(['closed', 'closed']));
  expect(set('workload.arrivals.callers')).toEqual([200, 200]);
});

it('MODEL-03 on both sides is one text with the numbers of each, what is known of times, and one set of ways out', async () => {
  experiment.setState({
    a: await sideAt('jedis-pool-8', overload),
    b: await sideAt('jedis-pool-8', overload),
  });
  const summary = await counted(experiment.getState().a?.scenario as Scenario);
  run.setState({ a: { summary, isStale: false, progress: 1 }, b: { summary, isStale: false, progress: 1 } });
  const growing = (offeredPerSec: number, bound: number) =>
    ({ code: 'MODEL-03', offeredPerSec, donePerSec: 7500, waiting: 900, backlog: 100_000, bound }) as const;
  const beside = [
    { side: 'a', caution: growing(50_000, 200) },
    { side: 'b', caution: growing(60_000, 100) },
  ] as const;
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      {beside.map(({ side, caution }) => (
        <CautionNote key={side} side={side} caution={caution} cautions={beside} />
      ))}
    </Texts>,
  );
  const [only, ...others] = await screen.findAllByText('MODEL-03');
  expect(others).toEqual([]);
  const text = only?.closest('[data-caution]')?.textContent ?? '';
  expect(text.match(/Queues grow until/g)).toHaveLength(1);
  expect(text).toMatch(/A 50,000 .*667% of the 7,500.*B 60,000 .*800%/);
  expect(
    text.match(
      /Completed requests took [\d.]+.ms on average\. The oldest pending request has waited for 20\d.ms/g,
    ),
  ).toHaveLength(2);
  expect(waysOut()).toHaveLength(3);
  fireEvent.click(await button('Limit the queue: 200 · 100'));
  await waitFor(() => expect(set('workload.arrivals.maxBacklog')).toEqual([200, 100]));
  fireEvent.click(await button('Wait for replies (closed loop)'));
  await waitFor(() => expect(set('workload.arrivals.callers')).toEqual([200, 100]));
});

it('MODEL-05 measures both sides for as long as the percentile needs, which is then enough', async () => {
  const short = { 'run.warmupMs': 1, 'run.measuredMs': 5 };
  expect(await tell(short)).toEqual(['MODEL-05']);
  fireEvent.click(await button(/^Measure for/));
  await waitFor(() => expect(set('run.measuredMs')[0]).toBeGreaterThan(50));
  expect(set('run.measuredMs')[1]).toBe(set('run.measuredMs')[0]);
  const longer = experiment.getState().a?.scenario as Scenario;
  expect(cautionsOf(longer, await counted(longer), PLAYED)).toEqual([]);
});

it.each([
  ['MODEL-05', { 'run.warmupMs': 1, 'run.measuredMs': 5 }, false],
  ['MODEL-06', { 'network.rttUs': 30_000, 'run.warmupMs': 1, 'run.measuredMs': 20 }, true],
])('%s in a lesson, whose author chose the length of its runs', async (code, edits, isSaid) => {
  const before = run.getState();
  experiment.setState({ a: await sideAt('jedis-pool-8', edits) });
  const scenario = experiment.getState().a?.scenario as Scenario;
  const track = {
    id: 'a',
    layout: { endNs: PLAYED.endNs },
    recording: PLAYED,
    limitBytes: PLAYED.limitBytes,
  };
  run.setState({
    a: { summary: await counted(scenario), isStale: false, progress: 1 },
    played: { a: { scenario } },
    player: { tracks: [track] },
  } as unknown as RunState);
  for (const [omits, codes] of [
    [undefined, [code]],
    ['MODEL-05', isSaid ? [code] : []],
  ] as const) {
    render(
      <Texts language="en" catalogue={await loadCatalogue('en')}>
        <CautionNotes omits={omits} />
      </Texts>,
    );
    const said = [...document.querySelectorAll<HTMLElement>('[data-caution]')];
    expect(said.map(({ dataset }) => dataset.caution)).toEqual(codes);
    cleanup();
  }
  run.setState(before);
});

it('MODEL-05 on both sides has one way out, which is enough for both', async () => {
  experiment.setState({ a: await sideAt('jedis-pool-8', {}), b: await sideAt('lettuce-shared', {}) });
  const few = (count: number, measuredMs: number) =>
    ({ code: 'MODEL-05', percentile: 'p99', count, needed: 1000, measuredMs }) as const;
  const beside = [
    { side: 'a', caution: few(67, 33_000) },
    { side: 'b', caution: few(98, 22_000) },
  ] as const;
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      {beside.map(({ side, caution }) => (
        <CautionNote key={caution.count} side={side} caution={caution} cautions={beside} />
      ))}
    </Texts>,
  );
  await screen.findAllByRole('button');
  const [only, ...others] = waysOut();
  expect(others).toEqual([]);
  expect(only?.textContent).toMatch(/^Measure for 33.s$/);
  // The code is there at once, its sentence is loaded.
  await waitFor(() => expect(only?.closest('p')?.textContent).toContain('98'));
  fireEvent.click(only as HTMLElement);
  await waitFor(() => expect(set('run.measuredMs')).toEqual([33_000, 33_000]));
});

it('MODEL-07 says how many requests no response time knows, and what became of them', async () => {
  const few = { 'run.warmupMs': 5, 'run.measuredMs': 50 };
  expect(await tell({ ...few, 'client.connections.maxWaitMs': 1 })).toContain('MODEL-07');
  expect(
    await screen.findByText(
      /^9[\d.]+% of all requests failed \([\d,]+\)\. Response times cover only the rest/,
    ),
  ).toBeTruthy();
  cleanup();
  const all = { ...few, 'network.rttUs': 5000, 'client.io.replyTimeoutMs': 1 };
  expect(await tell(all)).toContain('MODEL-07');
  expect(await screen.findByText(/^100% of all .*There are no response times/)).toBeTruthy();
  cleanup();
  expect(await tell({ ...overload, ...few, 'workload.arrivals.maxBacklog': 300 })).toContain('MODEL-07');
  expect(await screen.findByText(/of all requests were rejected/)).toBeTruthy();
});

it('MODEL-06 measures long enough for answers to come', async () => {
  const far = { 'network.rttUs': 30_000, 'run.warmupMs': 1, 'run.measuredMs': 20 };
  expect(await tell(far)).toEqual(['MODEL-06']);
  expect(await screen.findByText(/round-trip time \(30.ms\) exceeds the run/)).toBeTruthy();
  fireEvent.click(await button(/^Measure for 300.ms$/));
  await waitFor(() => expect(set('run.measuredMs')).toEqual([300, 300]));
});

it('MEM-01 says what is kept and what a jump then takes; nothing is to be done about it', async () => {
  const long = { ...PLAYED, endNs: 60e9 };
  expect(await tell({ 'run.measuredMs': 150 }, long)).toEqual(['MEM-01']);
  const note = (await screen.findByText('MEM-01')).closest('p');
  // The code is there at once, its sentence is loaded.
  await waitFor(() => expect(note?.textContent).toMatch(/6,000.*64/));
  expect(waysOut()).toEqual([]);
});

it('keeps its ways out from those whose link has locked what they would change', async () => {
  ui.setState({ rules: { hide: ['workload'], lock: [], only: [] } });
  await tell(overload);
  await button('Show me why');
  expect(waysOut()).toHaveLength(1);
});

it('simulates users on time as B: the same system, asked as often by those who do not wait for others', async () => {
  experiment.setState({ a: await sideAt('lettuce-shared', {}), b: await sideAt('jedis-pool-8', {}) });
  const scenario = experiment.getState().b?.scenario as Scenario;
  const summary = await summaryOf(scenario);
  run.setState({ b: { summary, isStale: false, progress: 1 } });
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <OmissionNote intervals={{ b: 26e6 }} isOnTime={false} />
    </Texts>,
  );
  fireEvent.click(await button('Run B with an open workload, in B'));
  await waitFor(() => expect(set('workload.arrivals.kind')).toEqual(['closed', 'open']));
  const { a, b } = experiment.getState();
  expect([a?.preset, b?.preset]).toEqual(['jedis-pool-8', 'jedis-pool-8']);
  expect(b?.scenario.client).toEqual(scenario.client);
  expect(set('workload.arrivals.ratePerSec')[1]).toBe(Number(summary.throughput.perSec.toPrecision(3)));
});

/** The paragraphs that say something. */
const notes = (said: string) =>
  screen.findAllByText(
    (_, element) => element?.tagName === 'P' && (element.textContent ?? '').includes(said),
  );

/** A closed loop as A, requests that come by themselves as B, both counted. */
async function countHalfClosed(): Promise<void> {
  experiment.setState({
    a: await sideAt('jedis-pool-8', {}),
    b: await sideAt('lettuce-shared', { 'workload.arrivals.kind': 'open' }),
  });
  const courseOf = (side: 'a' | 'b') => ({
    scenario: experiment.getState()[side]?.scenario as Scenario,
    changes: [],
  });
  const summary = await summaryOf(courseOf('a').scenario, { warmupMs: 1, measuredMs: 10 });
  const side = { summary, isStale: false, progress: 1 };
  run.setState({ a: side, b: side, played: { a: courseOf('a'), b: courseOf('b') } });
}

it.each([
  [
    'en',
    'closed workload: stalls reduce the offered load.',
    'Correct for coordinated omission',
    /Each caller of A sends a request every/,
  ],
  ['zh-CN', '闭环负载：系统停顿时，发来的请求也随之减少。', '修正协调遗漏', /A 的每个调用方平均每/],
] as const)(
  'says of percentiles of closed loops, unasked, what they leave out, in %s',
  async (language, said, onTime, asked) => {
    await countHalfClosed();
    render(
      <Texts language={language} catalogue={await loadCatalogue(language)}>
        <PercentileChart />
      </Texts>,
    );
    // Of A alone: the requests of B come by themselves.
    const [note, ...others] = await notes(said);
    expect(others).toEqual([]);
    expect(note?.querySelectorAll('button')).toHaveLength(1);
    expect(screen.queryByText(asked)).toBeNull();
    fireEvent.click(await button(onTime));
    expect(await screen.findByText(asked)).toBeDefined();
  },
);

it.each([
  ['en', 'closed workload: stalls reduce the offered load.'],
  ['zh-CN', '闭环负载：系统停顿时，发来的请求也随之减少。'],
] as const)(
  'says so once among the charts, and at the figures of the summary too, with the way out, in %s',
  async (language, said) => {
    await countHalfClosed();
    const catalogue = await loadCatalogue(language);
    for (const shown of [
      <Fragment key="charts">
        <PercentileChart />
        <HistogramChart />
      </Fragment>,
      <SummaryTable key="summary" />,
    ]) {
      render(
        <Texts language={language} catalogue={catalogue}>
          {shown}
        </Texts>,
      );
      // At the figures when somebody is there to read them.
      fireEvent.pointerMove(window);
      const [note, ...others] = await notes(said);
      expect(others).toEqual([]);
      expect(note?.querySelectorAll('button')).toHaveLength(1);
      cleanup();
    }
  },
);

it('marks a percentile that its answers cannot carry, says what it would take, and leaves the others alone', async () => {
  await countHalfClosed();
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <SummaryTable />
    </Texts>,
  );
  const answers = run.getState().a.summary?.responseTime.count ?? 0;
  expect(answers).toBeLessThan(1000);
  expect(answers).toBeGreaterThan(20);
  const rowOf = async (name: string) => (await screen.findAllByRole('button', { name }))[0]?.closest('tr');
  expect((await rowOf('What is p99.9?'))?.textContent).toMatch(/ms\?/);
  expect((await rowOf('What is p99?'))?.textContent).toMatch(/ms\?/);
  expect((await rowOf('What is Median?'))?.textContent).not.toMatch(/ms\?/);
});

it.each([
  ['en', 'one request each', 'Slowest', 'Oldest pending request'],
  ['zh-CN', '每侧只有一个请求', '最慢', '最久的未完成请求'],
] as const)(
  'says of what is a single request’s that it is one, also of one that has no answer, in %s',
  async (language, one, ...names) => {
    await countHalfClosed();
    const other = await summaryOf(experiment.getState().b?.scenario as Scenario, {
      warmupMs: 1,
      measuredMs: 10,
    });
    run.setState({ b: { summary: other, isStale: false, progress: 1 } });
    const { container } = render(
      <Texts language={language} catalogue={await loadCatalogue(language)}>
        <SummaryTable />
      </Texts>,
    );
    for (const name of names) {
      const row = () => [...container.querySelectorAll('tr')].find((tr) => tr.textContent?.startsWith(name));
      await waitFor(() => expect(row()?.textContent).toContain(one));
    }
  },
);

it.each(['p90', 'p99', 'p999'] as const)(
  'asks for as many answers for %s as the chart does',
  (percentile) => {
    const share = { p90: 0.9, p99: 0.99, p999: 0.999 }[percentile];
    expect(maxSupportedShare(NEEDED[percentile])).toBeCloseTo(share, 9);
  },
);
