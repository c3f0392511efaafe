import { expect, test } from 'vitest';
import { createPlayer } from '../../../../src/model/playback/player.ts';
import { holdTicks } from '../../../../src/model/playback/tick-hold.ts';
import { layoutOf, ScriptedSource, thread } from '../../../support/chunks.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const END = 10_000_000;

test('held ticks are not reported, actions are, and time goes on', async () => {
  const clock = new FakeClock();
  const source = new ScriptedSource([thread(0, 'user', 0, END)], END);
  const layout = layoutOf({ callers: 1, endNs: END });
  const player = createPlayer([{ id: 'a', layout, source }], { clock, startNs: 0 });
  for (let calls = 0; calls < 50 && source.open > 0; calls++) await source.flush();
  player.play();
  const causes: string[] = [];
  player.subscribe(() => causes.push(player.playhead.cause));
  const [release, releaseOther] = [holdTicks(), holdTicks()];
  const before = player.timeNs;
  clock.run(1000);
  release();
  clock.run(1000);
  expect(causes).toEqual([]);
  expect(player.timeNs).toBeGreaterThan(before);
  player.pause();
  player.play();
  expect(causes).toEqual(['pause', 'play']);
  releaseOther();
  clock.run(250);
  expect(causes.at(-1)).toBe('tick');
});
