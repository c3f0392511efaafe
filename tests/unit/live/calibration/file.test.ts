import { describe, expect, it } from 'vitest';
import { searchedCosts, standardNs } from '../../../../src/live/calibration/costs.ts';
import { type Calibration, calibrationOf, readCalibration } from '../../../../src/live/calibration/file.ts';
import type { Fitted } from '../../../../src/live/calibration/fit-machine.ts';
import { unseenPoints } from '../../../../src/live/calibration/points.ts';
import { planOf } from '../../../../src/live/calibration/runtimes/runtimes.ts';
import { costsIn, editsOf, isDecided, isSameMachine } from '../../../../src/live/calibration/use.ts';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import { inProcessEngine } from '../../../support/in-process.ts';

const machine = {
  platform: 'linux',
  release: '6',
  cpu: 'a',
  cores: 2,
  memoryBytes: 1,
  versions: { node: '20' },
};
const NEITHER = { predicted: null, seen: null };
const plan = planOf('node');
const [alone] = plan.deciding;
if (!alone) throw new Error('the plan is empty');
const fitted: Fitted = {
  costs: searchedCosts(plan).map((free) => ({ ...free, value: free.start * 2, uncertainty: 0.1 })),
  residuals: [],
  explained: [{ question: alone, isHeld: true, seen: 20_000, perSec: 21_000 }],
  overrides: {},
  cores: 1,
  relayUs: 120,
  wireUs: 0,
};
const made: Calibration = calibrationOf({
  runtime: 'node',
  calibratedAt: new Date('2026-11-22T06:00:00Z'),
  machine,
  redis: { version: '7.0.15', mode: 'standalone', place: 'private' },
  fitted,
  foreseen: unseenPoints(plan, true).map((point) => ({
    ...point,
    perSec: 100,
    seen: null,
    rounds: [],
    also: { p99Us: { predicted: 900, seen: null }, clientCpuUs: NEITHER },
    othersCores: null,
  })),
});
const text = JSON.stringify(made);

describe('a calibration as a file', () => {
  it('is read back as it was written', () => {
    expect(readCalibration(text)).toEqual(made);
  });

  it('from before it was told apart where client and Redis run is read, too: the kernel put them there', () => {
    const older = readCalibration(text.replaceAll(/"isHeld":(true|false),/g, ''));
    expect(older?.foreseen.map(({ isHeld }) => isHeld)).toEqual(made.foreseen.map(() => false));
  });

  it('from before more than the throughput was predicted is read, too', () => {
    const older = readCalibration(text.replaceAll(/"also":\{.*?\}\},/g, ''));
    expect(older?.foreseen.map(({ also }) => also)).toEqual(
      made.foreseen.map(() => ({ p99Us: NEITHER, clientCpuUs: NEITHER })),
    );
  });

  it('keeps the costs that follow from others; a file from before has none, and the profile’s values', () => {
    const write = made.costs.find(({ cost }) => cost === 'socketWriteNs')?.value ?? Number.NaN;
    const { pollNs } = costsIn(made).overrides;
    expect((pollNs ?? 0) / write).toBeCloseTo(standardNs('pollNs') / standardNs('socketWriteNs'), 2);
    const older = readCalibration(text.replaceAll(/,"inProportion":\{.*?\}/g, ''));
    if (!older) throw new Error('the older file is refused');
    expect(costsIn(older).overrides).not.toHaveProperty('pollNs');
    expect(costsIn(older).overrides).toHaveProperty('nodeJsReplyNs');
  });

  it('of version 1 is read as one of Node, the only runtime then', () => {
    const older = text.replace('"version":2', '"version":1').replace('"runtime":"node",', '');
    expect(readCalibration(older)).toEqual(made);
  });

  it.each([
    ['not JSON', '{'],
    ['another file', '{"format":"roundtrip-recording"}'],
    ['a newer version', text.replace('"version":2', '"version":3')],
    ['a cost that nobody looks for', text.replace('"nodeJsCommandNs"', '"cronNs"')],
    ['a cost that follows from one that it does not follow', text.replace('"pollNs"', '"cronNs"')],
    ['a cost outside its range', text.replace(/"value":[\d.]+/, '"value":1e12')],
    ['a rate that is no number', text.replace('"perSec":100', '"perSec":"many"')],
    ['something besides', text.replace('{', '{"more":1,')],
  ])('is refused when it is %s', (_, other) => {
    expect(other).not.toBe(text);
    expect(readCalibration(other)).toBeUndefined();
  });

  it('is a set of costs that the engine takes in any scenario', async () => {
    const { scenario, issues } = await inProcessEngine().normalize(
      JSON.stringify(applyEdits({ network: { rttUs: 300 } }, editsOf(made))),
    );
    expect(issues).toEqual([]);
    expect(scenario?.network.rttUs).toBe(300);
    const { overrides, cores, relayUs } = costsIn(made);
    expect(overrides.nodeJsReplyNs).toBe(overrides.nodeJsCommandNs);
    expect(scenario?.costs.overrides.nodeJsReplyNs).toBe(overrides.nodeJsReplyNs);
    expect({ cores, relayUs }).toEqual({ cores: 1, relayUs: 120 });
  });

  it('speaks for machines that look alike', () => {
    expect(isSameMachine(machine, { ...machine, release: '7', versions: {} })).toBe(true);
    expect(isSameMachine(machine, { ...machine, cpu: 'b' })).toBe(false);
    expect(isSameMachine(machine, { ...machine, cores: 4 })).toBe(false);
  });

  it('says which costs it does not know', () => {
    expect([null, 1.2, 1, 0.1].map(isDecided)).toEqual([false, false, true, true]);
  });
});
