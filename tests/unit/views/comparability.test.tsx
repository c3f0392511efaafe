// @vitest-environment happy-dom
/** Tests that comparisons use the same work: requests of different sizes by their commands, and no mean where arrivals exceed completions. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { ComparisonSummary } from '../../../src/lab/page/NarrowLab.tsx';
import { SummaryTable } from '../../../src/lab/results/SummaryTable.tsx';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { nothing, run } from '../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { Comparison } from '../../../src/lab/why/Comparison.tsx';
import type { Language } from '../../../src/lib/languages.ts';
import { runResult } from '../../../src/model/explain/run-result.ts';
import { NO_RULES } from '../../../src/model/scenario/controls.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { ui } from '../../../src/ui/ui-state.ts';
import { inProcessEngine, summaryOf } from '../../support/in-process.ts';
import '../../support/patience.ts';

beforeEach(() => {
  setSpawn(inProcessEngine);
  ui.setState({ rules: NO_RULES, panel: 'figures' });
});
afterEach(cleanup);

type System = readonly [preset: string, edits: Edits];

/** Two systems, counted, with their headline, their figures and their paired differences on the page. */
async function show(language: Language, ...systems: readonly [System, System]) {
  const [a, b] = await Promise.all(systems.map(([preset, edits]) => sideAt(preset, edits)));
  experiment.setState({ a, b });
  const sides = await Promise.all(
    [a, b].map(async (side) => {
      const scenario = side?.scenario as Scenario;
      const { warmupMs = 0, measuredMs = 0 } = scenario.run ?? {};
      const summary = await summaryOf(scenario, { warmupMs, measuredMs });
      return { summary: runResult({ scenario }, summary), isStale: false, progress: 1 };
    }),
  );
  const [ofA = nothing, ofB = nothing] = sides;
  run.setState({ a: ofA, b: ofB });
  const { container } = render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <ComparisonSummary />
      <SummaryTable />
      <Comparison />
    </Texts>,
  );
  const paired = await screen.findByRole('region', { name: language === 'en' ? 'B vs. A' : 'B 相对 A' });
  return {
    glance: container.querySelector('summary')?.textContent ?? '',
    headline: container.querySelector('[data-figure]')?.textContent ?? '',
    rows: (table: Element | null = container.querySelector('table')) =>
      [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent ?? ''),
    paired: within(paired).getByRole('table'),
  };
}

const pipelines: readonly [System, System] = [
  ['set-one-by-one', {}],
  ['set-pipeline-100', {}],
];

it.each([
  [
    'en',
    /^Commands per second/,
    /^Requests per second/,
    /^Bottleneck limit/,
    '×18.6',
    'A request has 1 command in A and 100 commands in B.',
  ],
  [
    'zh-CN',
    /^每秒命令数/,
    /^每秒请求数/,
    /^瓶颈上限/,
    '×18.6',
    '一个请求在 A 中含 1 条命令，在 B 中含 100 条命令',
  ],
] as const)(
  'compares the commands of requests of different sizes, everywhere, and says that they are not the same work, in %s',
  async (language, commands, requests, allowed, ratio, said) => {
    const { glance, headline, rows, paired } = await show(language, ...pipelines);
    expect(glance).toMatch(commands);
    expect(glance).toContain(ratio);
    expect(headline).toMatch(commands);
    expect(headline).toContain(ratio);
    const all = rows();
    expect(all.find((row) => commands.test(row))).toContain(ratio);
    // Requests are told, and not compared; nor is what the busiest thread allows of them.
    expect(all.find((row) => requests.test(row))).not.toMatch(/[×÷+−]/);
    expect(all.find((row) => allowed.test(row)) ?? '×').not.toMatch(/[×÷+−]/);
    const [first] = rows(paired);
    expect(first).toMatch(commands);
    expect(first).toContain(ratio);
    expect(rows(paired).some((row) => requests.test(row))).toBe(false);
    expect((await screen.findByText(said, { exact: false })).closest('[data-caution]')?.textContent).toMatch(
      /CMP-01$/,
    );
  },
);

it('calls what MGET carries keys', async () => {
  const keys: Edits = { 'workload.batch': { kind: 'multiKey', size: 10, replyPerKey: true } };
  const { headline } = await show('en', ['set-one-by-one', {}], ['set-one-by-one', keys]);
  expect(headline).toMatch(/^Keys per second/);
  await screen.findByText('A request has 1 key in A and 10 keys in B.', { exact: false });
});

it('tells requests and commands of batches alike, compares both, and has nothing to warn of', async () => {
  const { headline, rows, paired } = await show('en', pipelines[1], [
    'set-pipeline-100',
    { 'network.rttUs': 100 },
  ]);
  expect(headline).toMatch(/^Requests per second.*−/);
  for (const table of [undefined, paired]) {
    const found = rows(table).filter((row) => /^(Requests|Commands) per second/.test(row));
    expect(found).toHaveLength(2);
    for (const row of found) expect(row).toMatch(/−\d/);
  }
  expect(document.querySelector('[data-caution="CMP-01"]')).toBeNull();
});

it.each([
  ['en', 'keeps growing', 'no mean to compare'],
  ['zh-CN', '不断增长', '没有可比的平均值'],
] as const)(
  'has no mean response, no ratio and no interval where more come than go, in %s',
  async (language, growing, verdict) => {
    const short: Edits = { 'run.measuredMs': 200 };
    const { rows, paired } = await show(
      language,
      ['jedis-pool-8', short],
      ['jedis-pool-8', { ...short, 'workload.arrivals.kind': 'open' }],
    );
    const row = rows().find((text) => text.includes(growing)) ?? '';
    expect(row).not.toMatch(/[×÷+−]/);
    const line = rows(paired).find((text) => text.includes(growing)) ?? '';
    expect(line).toContain(verdict);
    expect(line).not.toMatch(/[×÷+−±]/);
    // Nothing is said to be missing that could be had.
    expect(screen.queryByText(/^No interval/)).toBeNull();
  },
);
