import { expect, test } from 'vitest';
import { createPlayer } from '../../../../src/model/playback/player.ts';
import { layoutOf, ScriptedSource, thread } from '../../../support/chunks.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const END = 10_000_000;

/** A playing player, with what its painters and listeners are called for. */
async function playing() {
  const clock = new FakeClock();
  const source = new ScriptedSource([thread(0, 'user', 0, END)], END);
  const layout = layoutOf({ callers: 1, endNs: END });
  const player = createPlayer([{ id: 'a', layout, source }], { clock, startNs: 0 });
  for (let calls = 0; calls < 50 && source.open > 0; calls++) await source.flush();
  player.play();
  const calls: string[] = [];
  player.subscribe(() => calls.push(player.playhead.cause));
  return { clock, player, calls };
}

test('passing time is reported after the frame, so that a report does not lengthen it', async () => {
  const { clock, player, calls } = await playing();
  player.addPainter(() => calls.push('frame'));
  clock.frame(300);
  expect(calls).toEqual(['frame', 'tick']);
});

test('an action after the frame replaces its report, and a closed player reports nothing', async () => {
  const { clock, player, calls } = await playing();
  clock.defer(() => player.pause());
  clock.frame(300);
  expect(calls).toEqual(['pause']);
  player.play();
  clock.defer(() => player.close());
  clock.frame(300);
  expect(calls).toEqual(['pause', 'play']);
});
