/** Single requests of a real run as the trace that the stage shows: nothing is invented, nothing is lost. */
import { describe, expect, it } from 'vitest';
import type { Measured, RequestSample } from '../../../src/bridge/workload/measured.ts';
import { shotsOf } from '../../../src/bridge/workload/shots.ts';
import { chunkOf, layoutOf, shotNs } from '../../../src/live/shot-trace.ts';
import { phases, threadStates } from '../../../src/model/engine/generated/abi.ts';
import { Recording } from '../../../src/model/playback/recording.ts';

/** Two callers on one connection from 1000 to 1400 µs; the second's reply comes after the look has ended. */
const look: RequestSample = {
  fromUs: 1000,
  toUs: 1400,
  caller: [0, 1],
  connection: [0, 0],
  startUs: [1000, 1100],
  waitCallerUs: [10, 0],
  waitConnectionUs: [0, 50],
  unwrittenUs: [20, null],
  awayUs: [200, 400],
  deliveryUs: [30, null],
  failed: [0, 1],
};
const empty = { caller: [], connection: [], startUs: [], failed: [] };
const nothing: RequestSample = {
  ...{ ...empty, waitCallerUs: [], waitConnectionUs: [], unwrittenUs: [], awayUs: [], deliveryUs: [] },
  fromUs: 1400,
  toUs: 1500,
};
const workload = {
  arrivals: { kind: 'closed', callers: 2, rampUs: 0, thinkUs: { kind: 'constant', value: 0 } },
  connections: 1,
  pool: null,
} as unknown as Measured['workload'];

describe('shots', () => {
  it('are looks that touch, with every request that was under way in them', () => {
    const shots = shotsOf(
      [
        { atUs: 2000, look },
        { atUs: 3000, look: nothing },
      ],
      true,
    );
    expect(shots).toHaveLength(1);
    expect(shots[0]).toMatchObject({ fromUs: 1000, toUs: 1500 });
    expect(shots[0]?.requests.map(({ endsUs }) => endsUs)).toEqual([
      [1010, 1010, 1030, 1230, 1260],
      [1100, 1150, 1150, 1550, 1550],
    ]);
  });

  it('are shown while the run goes on only once the slowest request can have been told', () => {
    expect(shotsOf([{ atUs: 1800, look }], false)).toEqual([]);
    expect(shotsOf([{ atUs: 1851, look }], false)).toHaveLength(1);
    expect(shotsOf([{ atUs: 1800, look }], true)).toHaveLength(1);
  });
});

describe('a shot on the stage', () => {
  const [shot] = shotsOf([{ atUs: 2000, look }], true);
  if (!shot) throw new Error('no shot');
  const begin = 5_000_000;
  const recording = new Recording(layoutOf({ workload }, 2, begin + shotNs(shot)));
  recording.append(chunkOf(shot, begin));
  const frame = recording.createFrame();
  /** The phases of the requests at a time of the run. */
  const at = (us: number) => {
    recording.frameAt(begin + (us - shot.fromUs) * 1000, frame);
    const { count, id, phase, connection, progress } = frame.requests;
    return Array.from({ length: count }, (_, i) => ({
      id: id[i],
      phase: phases[phase[i] ?? 0],
      connection: connection[i],
      progress: progress[i],
    })).sort((one, other) => (one.id ?? 0) - (other.id ?? 0));
  };

  it('has each request where it was seen to be, at every moment', () => {
    expect(at(1005)).toMatchObject([{ id: 1, phase: 'waitCaller', connection: -1 }]);
    expect(at(1020)).toMatchObject([{ id: 1, phase: 'taskQueue', connection: 0 }]);
    expect(at(1130)).toMatchObject([
      { id: 1, phase: 'wireOut', connection: 0, progress: 0.5 },
      { id: 2, phase: 'waitConnection', connection: -1 },
    ]);
    expect(at(1240)).toMatchObject([
      { id: 1, phase: 'clientRead' },
      { id: 2, phase: 'wireOut' },
    ]);
    expect(at(1300)).toMatchObject([{ id: 2, phase: 'wireOut' }]);
  });

  it('knows how far one is whose reply comes after its end', () => {
    const [only] = at(1350);
    expect(only?.progress).toBeCloseTo(0.5);
  });

  it('says of callers what can be seen, and of the rest nothing', () => {
    at(1130);
    const states = [...frame.threads.state].map((state) => threadStates[state]);
    expect(states).toEqual(['waitReply', 'waitConnection', undefined]);
    at(1300);
    expect(threadStates[frame.threads.state[0] ?? 0]).toBeUndefined();
  });
});
