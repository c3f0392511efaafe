import { expect, it } from 'vitest';
import { agreementOf, errorOfPair } from '../../../../src/live/calibration/agreement.ts';
import type { Foreseen } from '../../../../src/live/calibration/calibrate.ts';
import { unseenPoints } from '../../../../src/live/calibration/points.ts';
import { planOf } from '../../../../src/live/calibration/runtimes/runtimes.ts';

const [point] = unseenPoints(planOf('java'), false);
if (!point) throw new Error('nothing is predicted');

const row = (
  perSec: number,
  seen: number | null,
  p99: [number | null, number | null],
  rounds: number[] = [],
): Foreseen => ({
  ...point,
  ...{ perSec, seen, rounds, othersCores: 0 },
  also: {
    p99Us: { predicted: p99[0], seen: p99[1] },
    clientCpuUs: { predicted: 5, seen: null },
  },
});

it('has the errors and the ranks of what was measured', () => {
  const judged = [
    row(110, 100, [30, 20], [80, 100, 90]),
    row(150, 200, [null, 20], [200]),
    row(303, 300, [10, 20], [300, 200]),
    row(7, null, [1, null]),
  ];
  const found = agreementOf(judged);
  expect(found?.count).toBe(3);
  expect(found?.median).toBeCloseTo(0.1);
  expect(found?.worst).toBeCloseTo(0.25);
  expect(found?.rank).toBe(1);
  expect(found?.spread).toBeCloseTo(0.375);
  expect(found?.also.p99Us).toBeCloseTo(0.5);
  expect(found?.also.clientCpuUs).toBeUndefined();
});

it('is nothing before anything was measured', () => {
  expect(agreementOf([row(1, null, [1, null])])).toBeUndefined();
  expect(errorOfPair({ predicted: 1, seen: 0 })).toBeUndefined();
});
