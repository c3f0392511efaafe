// @vitest-environment happy-dom
/** Tests panels while a part of time is selected: they show that part, or say that they show the whole run. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { Headline } from '../../../src/lab/page/Headline.tsx';
import { StateShares } from '../../../src/lab/profile/StateShares.tsx';
import { SummaryTable } from '../../../src/lab/results/SummaryTable.tsx';
import { nothing, run } from '../../../src/lab/run/run-state.ts';
import { Why } from '../../../src/lab/why/Why.tsx';
import type { Language } from '../../../src/lib/languages.ts';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { summaryOf } from '../../support/in-process.ts';
import '../../support/patience.ts';

const sideOf = (summary: Summary) => ({ ...nothing, summary, progress: 1 });

/** A summary in which the callers did nothing but wait for so much of the time. */
const waiting = (summary: Summary, share: number): Summary => ({
  ...summary,
  threads: summary.threads.map((group) => ({
    ...group,
    shares: { ...group.shares, user: 1 - share, waitReply: share },
  })),
});

async function show(language: Language, panel: 'figures' | 'headline' | 'profile' | 'why'): Promise<void> {
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      {panel === 'figures' && <SummaryTable />}
      {panel === 'headline' && <Headline />}
      {panel === 'why' && <Why />}
      {panel === 'profile' && <StateShares />}
    </Texts>,
  );
}

afterEach(() => {
  cleanup();
  focus.setState({ selected: undefined });
  run.setState({ a: nothing, b: nothing });
});

it('what the threads did is of the selected part, and says so; otherwise of the whole run', async () => {
  const summary = await summaryOf({}, { warmupMs: 1, measuredMs: 2 });
  const whole = sideOf(waiting(summary, 0.25));
  const part = sideOf(waiting(summary, 0.75));
  run.setState({ a: whole, b: whole });
  await show('en', 'profile');
  const row = async () => (await screen.findAllByRole('row'))[1]?.textContent;
  await waitFor(async () => expect(await row()).toContain('25%'));
  expect(screen.queryByText(/^Covers only the selected interval/)).toBeNull();
  focus.setState({ selected: { span: [1e6, 2e6], a: part, b: part } });
  expect(await screen.findByText(/^Covers only the selected interval, 1/)).toBeDefined();
  // The other way round: what they waited for is what they worked for in the whole run.
  const header = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
  const cells = [...(screen.getAllByRole('row')[1]?.children ?? [])].map((cell) => cell.textContent);
  expect(cells[header.findIndex((name) => /reply/.test(name ?? ''))]).toBe('75%');
});

it.each([
  ['en', 'Covers the whole run, not only the selected interval.'],
  ['zh-CN', '统计整次运行，而不只是选中的时间段。'],
] as const)(
  'the reasons are of the whole run, and say so while a part is selected, in %s',
  async (language, note) => {
    await show(language, 'why');
    await screen.findAllByRole('heading');
    expect(screen.queryByText(note)).toBeNull();
    focus.setState({ selected: { span: [1e6, 2e6], a: nothing, b: nothing } });
    expect(await screen.findByText(note)).toBeDefined();
  },
);

it.each([
  ['en', 'Covers the whole run, not only the selected interval.'],
  ['zh-CN', '统计整次运行，而不只是选中的时间段。'],
] as const)('the headline is of the whole run, and says so, in %s', async (language, note) => {
  const whole = sideOf(await summaryOf({}, { warmupMs: 1, measuredMs: 2 }));
  run.setState({ a: whole, b: whole });
  await show(language, 'headline');
  expect(screen.queryByText(note)).toBeNull();
  focus.setState({ selected: { span: [1e6, 2e6], a: nothing, b: nothing } });
  expect(await screen.findByText(note)).toBeDefined();
  focus.setState({ selected: undefined });
  await waitFor(() => expect(screen.queryByText(note)).toBeNull());
});

it('the fingerprint is that of the run of which the part is one, as soon as that is known', async () => {
  const summary = await summaryOf({}, { warmupMs: 1, measuredMs: 2 });
  const whole = sideOf({ ...summary, fingerprint: 'ofthewholerun' });
  const part = sideOf({ ...summary, fingerprint: 'uptoitsend' });
  run.setState({ a: { ...whole, isStale: true }, b: whole });
  focus.setState({ selected: { span: [1e6, 2e6], a: part, b: part } });
  await show('en', 'figures');
  const cells = () =>
    [...(screen.getByRole('row', { name: /^Fingerprint/ }).children ?? [])].map((cell) => cell.textContent);
  expect(cells().slice(1, 3)).toEqual(['…', 'ofthewholerun']);
  run.setState({ a: whole });
  await waitFor(() => expect(cells().slice(1, 3)).toEqual(['ofthewholerun', 'ofthewholerun']));
});
