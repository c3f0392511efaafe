// @vitest-environment happy-dom
/** What the chart of throughput says of an instant: a rate, or that the instant has not been played. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { createPlayer } from '../../../src/playback/player.ts';
import { focus } from '../../../src/stores/focus.ts';
import { playhead } from '../../../src/stores/playhead.ts';
import { run } from '../../../src/stores/run.ts';
import { ThroughputChart } from '../../../src/views/results/ThroughputChart.tsx';
import { Texts } from '../../../src/views/shared/texts.tsx';
import { layoutOf, request, ScriptedSource } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';

const END = 1_000_000;
const spans = [request(0, 0, 'clientWrite', 0, 300_000, 0)];

afterEach(() => {
  cleanup();
  run.setState({ player: undefined });
  playhead.setState({ now: undefined });
  focus.setState({ pointedNs: undefined });
});

/** What is read at the chart's beginning, once both sides have been played to their end or not at all. */
async function readingOf(language: 'en' | 'zh-CN', isPlayed: boolean): Promise<string | null> {
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
    run.setState({ player });
    playhead.setState({ now: player.playhead });
    focus.setState({ pointedNs: 1 });
  });
  render(
    <Texts language={language} catalogue={catalogue}>
      <ThroughputChart />
    </Texts>,
  );
  return screen.getByRole('slider').getAttribute('aria-valuetext');
}

it.each([
  ['en', 'A not played; B not played'],
  ['zh-CN', 'A 未播放；B 未播放'],
] as const)('gives no rate of what has not been played: %s', async (language, text) => {
  expect(await readingOf(language, false)).toContain(text);
});

it.each([
  ['en', /: A [\d,]+\/s; B [\d,]+\/s/],
  ['zh-CN', /A 每秒 [\d,]+；B 每秒 [\d,]+/],
] as const)('gives the rate of what has been played: %s', async (language, pattern) => {
  expect(await readingOf(language, true)).toMatch(pattern);
});
