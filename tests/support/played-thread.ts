import { createPlayer } from '../../src/model/playback/player.ts';
import { layoutOf, ScriptedSource, thread } from './chunks.ts';
import { FakeClock } from './fake-clock.ts';

const END_NS = 10_000_000;

/** A player that plays a run of one thread, its clock, and the causes of its reports from now on. */
export async function playedThread() {
  const clock = new FakeClock();
  const source = new ScriptedSource([thread(0, 'user', 0, END_NS)], END_NS);
  const layout = layoutOf({ callers: 1, endNs: END_NS });
  const player = createPlayer([{ id: 'a', layout, source }], { clock, startNs: 0 });
  for (let calls = 0; calls < 50 && source.open > 0; calls++) await source.flush();
  player.play();
  const causes: string[] = [];
  player.subscribe(() => causes.push(player.playhead.cause));
  return { clock, player, causes };
}
