/** Tests the sound of real runs: a pool's queue is a high tone, a shared connection's is none once its loop has taken all. */
import { expect, it } from 'vitest';
import { soundParameters } from '../../../../src/model/analysis/sonification.ts';
import { PHASE, STATE } from '../../../../src/stage/vocabulary.ts';
import { frameAt, recordPreset } from '../../../support/scenes.ts';

it('follows the requests that wait before sending, and the kernel’s share of the running threads', async () => {
  const recording = await recordPreset('jedis-pool-8', 4e6);
  const { callers } = recording.layout;
  let [heardKernel, heardUser] = [false, false];
  for (let timeNs = 50_000; timeNs < 4e6; timeNs += 37_000) {
    const frame = frameAt(recording, timeNs);
    const { waiting, kernel } = soundParameters(frame, callers);
    expect(waiting * callers).toBeCloseTo(frame.byPhase[PHASE.waitConnection] ?? 0, 6);
    const count = (state: number) => frame.threads.state.filter((one) => one === state).length;
    const onCore = count(STATE.user) + count(STATE.kernel) + count(STATE.switch);
    expect(kernel).toBeCloseTo(onCore === 0 ? 0 : count(STATE.kernel) / onCore, 9);
    heardKernel ||= kernel > 0;
    heardUser ||= onCore > 0 && kernel < 1;
  }
  expect(soundParameters(frameAt(recording, 3e6), callers).waiting).toBeGreaterThan(0.9);
  expect([heardKernel, heardUser]).toEqual([true, true]);
});

it('is silent where nothing is recorded', async () => {
  const recording = await recordPreset('jedis-pool-8', 1e6);
  expect(soundParameters(frameAt(recording, 50e6), 200)).toEqual({ waiting: 0, kernel: 0 });
});
