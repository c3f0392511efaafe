import { expect, test } from 'vitest';
import { playedThread } from '../../../support/played-thread.ts';

test('passing time is reported after the frame, so that a report does not lengthen it', async () => {
  const { clock, player, causes } = await playedThread();
  player.addPainter(() => causes.push('frame'));
  clock.frame(300);
  expect(causes).toEqual(['frame', 'tick']);
});

test('an action after the frame replaces its report, and a closed player reports nothing', async () => {
  const { clock, player, causes } = await playedThread();
  clock.defer(() => player.pause());
  clock.frame(300);
  expect(causes).toEqual(['pause']);
  player.play();
  clock.defer(() => player.close());
  clock.frame(300);
  expect(causes).toEqual(['pause', 'play']);
});
