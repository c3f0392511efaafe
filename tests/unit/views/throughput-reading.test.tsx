// @vitest-environment happy-dom
/** Tests the reading of the throughput chart at an instant: the rate that was counted or, until then, recorded and played, or that it is not known. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { ThroughputChart } from '../../../src/lab/results/ThroughputChart.tsx';
import { nothing, playhead, run, type SideRun } from '../../../src/lab/run/run-state.ts';
import { createPlayer } from '../../../src/model/playback/player.ts';
import type { Course } from '../../../src/model/scenario/course.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { layoutOf, request, ScriptedSource } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const END = 1_000_000;
const spans = [request(0, 0, 'clientWrite', 0, 300_000, 0)];

afterEach(() => {
  cleanup();
  run.setState({ player: undefined, played: undefined, a: nothing, b: nothing });
  playhead.setState({ now: undefined });
  focus.setState({ pointedNs: undefined });
});

/** Renders the chart, pointed at near its beginning, once both sides have been played to their end or not at all. */
async function show(language: 'en' | 'zh-CN', isPlayed: boolean, counted: SideRun = nothing): Promise<void> {
  const sources = [new ScriptedSource(spans, END), new ScriptedSource(spans, END)] as const;
  const layout = layoutOf({ endNs: END });
  const [a, b] = sources;
  const player = createPlayer(
    [
      { id: 'a', layout, source: a },
      { id: 'b', layout, source: b },
    ],
    { clock: new FakeClock(), speed: 100_000 },
  );
  const flush = () => Promise.all(sources.map((source) => source.flush()));
  await flush();
  if (isPlayed) {
    player.seek(END);
    await flush();
  }
  const catalogue = await loadCatalogue(language);
  act(() => {
    run.setState({ player, a: counted, b: counted });
    playhead.setState({ now: player.playhead });
    focus.setState({ pointedNs: 1 });
  });
  render(
    <Texts language={language} catalogue={catalogue}>
      <ThroughputChart />
    </Texts>,
  );
}

/** Waits until that is read, while the run stands still. */
const expectReading = (reading: string | RegExp) =>
  vi.waitFor(() => {
    act(() => playhead.setState(({ now }) => ({ now: now && { ...now } })));
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(reading);
    // What says it is loaded by the first who points at it.
  }, 10_000);

it.each([
  ['en', 'A not simulated yet; B not simulated yet'],
  ['zh-CN', 'A 尚未仿真；B 尚未仿真'],
] as const)('gives no rate of what has neither been counted nor played: %s', async (language, text) => {
  await show(language, false);
  await expectReading(text);
});

it.each([
  ['en', /^0\sµs to 100\sµs: A 0\/s; B 0\/s/],
  ['zh-CN', /A 每秒 0；B 每秒 0/],
] as const)('gives the rate of what has been played: %s', async (language, pattern) => {
  await show(language, true);
  await expectReading(pattern);
});

const completions = Array.from({ length: 200 }, () => 10);
const summary = {
  series: { intervalUs: END / 200 / 1000, completions },
  throughput: { perSec: 2e6, halfWidth95: null },
};
const side = { summary, isStale: false, progress: 1 } as unknown as SideRun;

it('gives the rate of what has been counted, although it has not been played', async () => {
  await show('en', false, side);
  await expectReading(/A 2,000,000\/s; B 2,000,000\/s/);
});

const asking = (batch: object) => ({ scenario: { workload: { batch } } }) as unknown as Course;
it.each([
  ['en', 'pipeline', /A 2,000,000\/s; B 200,000,000\/s/, 'Completed commands per second'],
  ['zh-CN', 'pipeline', /A 每秒 2,000,000；B 每秒 200,000,000/, '每秒完成的命令数'],
  ['en', 'multiKey', /A 2,000,000\/s; B 200,000,000\/s/, 'Completed keys per second'],
] as const)(
  'where requests differ in size it is of what they carry: %s, %s',
  async (language, kind, reading, title) => {
    run.setState({ played: { a: asking({ kind: 'none' }), b: asking({ kind, size: 100 }) } });
    await show(language, false, side);
    await expectReading(reading);
    expect(screen.getByText(new RegExp(`${title}.*(over the whole|：A)`)).textContent).toMatch(
      /B 200,000,000/,
    );
  },
);
