import { expect, test } from 'vitest';
import { holdTicks } from '../../../../src/model/playback/tick-hold.ts';
import { playedThread } from '../../../support/played-thread.ts';

test('held ticks are not reported, actions are, and time goes on', async () => {
  const { clock, player, causes } = await playedThread();
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
