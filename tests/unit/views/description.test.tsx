/** Tests the descriptions of the stage by N and Shift+N, on real runs. */
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import described from '../../../src/i18n/en/describe.json';
import phases from '../../../src/i18n/en/phases.json';
import stage from '../../../src/i18n/en/stage.json';
import zhDescribed from '../../../src/i18n/zh-CN/describe.json';
import zhPhases from '../../../src/i18n/zh-CN/phases.json';
import zhStage from '../../../src/i18n/zh-CN/stage.json';
import { focus } from '../../../src/lab/marks/focus-state.ts';
import { useDescription } from '../../../src/lab/stage-view/use-description.ts';
import type { Player } from '../../../src/model/playback/player.ts';
import type { Recording } from '../../../src/model/playback/recording.ts';
import { frameAt, recordPreset } from '../../support/scenes.ts';
import { deep } from '../../support/tier.ts';

let recordings: readonly Recording[];
beforeAll(async () => {
  recordings = [await recordPreset('jedis-pool-8', 5e6), await recordPreset('lettuce-shared', 5e6)];
});
beforeEach(() => focus.setState({ instant: undefined }));

const messages = {
  en: { ...stage, describe: described, phases },
  'zh-CN': { ...zhStage, describe: zhDescribed, phases: zhPhases },
};
/** The words of both sides, and a way to another instant. */
function words(language: keyof typeof messages = 'en') {
  const sides = (['a', 'b'] as const).map((id, i) => ({
    id,
    title: id,
    subtitle: '',
    layout: (recordings[i] as Recording).layout,
  }));
  const player = {
    playhead: { timeNs: 0, playing: false, atEnd: false, speed: 1000 },
    tracks: [] as unknown[],
  };
  const go = (timeNs: number) => {
    player.playhead = { ...player.playhead, timeNs };
    player.tracks = sides.map((side, i) => ({ ...side, frame: frameAt(recordings[i] as Recording, timeNs) }));
  };
  go(0);
  let told: ReturnType<typeof useDescription> | undefined;
  function Listener() {
    told = useDescription(player as unknown as Player, sides);
    return null;
  }
  renderToStaticMarkup(
    <IntlProvider locale={language} messages={messages[language]} timeZone="UTC">
      <Listener />
    </IntlProvider>,
  );
  return { go, player, ...(told as ReturnType<typeof useDescription>) };
}

it('goes on from the whole to every thread, as long as it is asked about the same instant, and begins again', () => {
  const { go, player, tellMore } = words();
  go(527_000);
  const said = [tellMore()];
  while (!said.at(-1)?.endsWith('That was the last thread. Press N to start again.') && said.length < 20)
    said.push(tellMore());
  expect(said).toMatchSnapshot();
  expect(tellMore()).toBe(said[0]);
  expect(tellMore()).toBe(said[1]);
  go(528_000);
  expect(tellMore()).toMatch(/^Paused at 528/);
  player.playhead = { ...player.playhead, playing: true };
  expect([tellMore(), tellMore()].map((text) => text.split(',')[0])).toEqual(['Playing', 'Playing']);
});

it('puts the marks of the language between the threads', () => {
  const { go, tellMore } = words('zh-CN');
  go(527_000);
  tellMore();
  expect(tellMore()).toMatch(/调用方 1 至 8：.+；调用方 9 至 200：/);
});

it('tells as a change what Redis and the event loops do, and how many callers wait for a reply', () => {
  const { go, tell, tellChanges } = words();
  const wanted = [
    /Redis executing \(before: Redis reading\)/,
    /Event loop 1: .+ \(before: .+\)/,
    /Callers waiting for a reply from \d+ to \d+/,
  ];
  const missing = new Set(wanted);
  go(500_000);
  tell();
  for (let timeNs = 501_000; timeNs <= 1_300_000 && (deep || missing.size > 0); timeNs += 1000) {
    go(timeNs);
    const change = tellChanges();
    for (const pattern of missing) if (pattern.test(change)) missing.delete(pattern);
  }
  expect([...missing]).toEqual([]);
});

it('says that nothing has changed only where a description says the same of both instants', () => {
  const { go, describe, tellChanges } = words();
  const at = (timeNs: number) => {
    go(timeNs);
    return describe().replace(/^.*? A: /, '');
  };
  go(500_000);
  tellChanges();
  for (let timeNs = 500_500; timeNs <= 540_000; timeNs += 500) {
    const before = at(timeNs - 500);
    const now = at(timeNs);
    if (/A: nothing has changed\. B: nothing has changed\.$/.test(tellChanges())) expect(now).toBe(before);
  }
});

it('tells two instants apart between which something is to have changed, however fast the run is shown', () => {
  const { go, player, tell, tellChanges } = words();
  player.playhead = { ...player.playhead, speed: 1e7 };
  go(1_000_000);
  tell();
  go(1_000_300);
  expect(tellChanges()).toMatch(/^From 1\s?ms to 1\.0003\s?ms\./);
});
