import { describe, expect, it } from 'vitest';
import { FULL_THREAD, type Measured } from '../../../../src/bridge/workload/measured.ts';
import { reasonsOf, residualsOf, TOLERANCE, verdictOf } from '../../../../src/bridge/workload/residual.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';

interface Figures {
  perSec?: number;
  p50?: number | null;
  p99?: number | null;
  mean?: number;
  reads?: number | null;
}

const both = ({ perSec = 1000, p50 = 100, p99 = 300, mean = 120, reads = 10 }: Figures) => ({
  throughput: { perSec },
  responseTime: { meanUs: mean, p50Us: p50, p90Us: p99, p99Us: p99, p999Us: p99, minUs: 1, maxUs: 900 },
  requests: { failed: 0, shed: 0 },
  little: { meanInProgress: 5 },
  batching: { commandsPerServerRead: reads, repliesPerServerWrite: reads },
});

/** A real run with what is said of it; the model is cut from the same cloth. */
function measured(figures: Figures, part: object = {}): Measured {
  const { batching, ...summary } = both(figures);
  const phases = [{ phase: 'waitConnection', meanUs: 40, share: 0.3 }];
  const bridge = { load: { utilisation: 0.5 }, relay: null };
  return { summary: { ...summary, phases }, batching, bridge, remarks: [], ...part } as unknown as Measured;
}
const model = (figures: Figures): Summary =>
  ({ ...both(figures), phases: [{ phase: 'waitConnection', time: { meanUs: 30 } }] }) as unknown as Summary;

const compared = (run: Measured, figures: Figures) => {
  const residuals = residualsOf(run, model(figures));
  return { residuals, verdict: verdictOf(residuals), reasons: reasonsOf(run, residuals) };
};

describe('the residual between reality and model', () => {
  it('is the share by which the model is too high', () => {
    const { residuals } = compared(measured({}), { perSec: 1200, mean: 60 });
    const errorOf = (name: string) => residuals.find((one) => one.name === name)?.error;
    expect(errorOf('throughput')).toBeCloseTo(0.2);
    expect(errorOf('mean')).toBeCloseTo(-0.5);
    expect(errorOf('waitConnection')).toBeCloseTo(-0.25);
  });

  it('is unknown when a side has no value or no observation', () => {
    const run = measured({ p50: null });
    const { residuals } = compared(run, {});
    expect(residuals.find(({ name }) => name === 'p50')).toMatchObject({
      measured: undefined,
      error: undefined,
    });
    expect(residuals.find(({ name }) => name === 'waitCaller')).toMatchObject({ model: undefined });
    expect(residuals.find(({ name }) => name === 'failed')?.error).toBe(0);
    const failing = measured({}, { summary: { ...measured({}).summary, requests: { failed: 3, shed: 0 } } });
    const answering = { ...model({}), requests: { failed: 5, shed: 0 } } as unknown as Summary;
    const failedOf = (one: Measured) =>
      residualsOf(one, answering).find(({ name }) => name === 'failed')?.error;
    expect(failedOf(failing)).toBeCloseTo(2 / 3);
    expect(failedOf(measured({}))).toBeUndefined();
    expect(residualsOf(run, undefined).every(({ error }) => error === undefined)).toBe(true);
  });
});

it('is none where both waits are shorter than a microsecond', () => {
  const instant = (meanUs: number) => [{ phase: 'waitConnection', meanUs, time: { meanUs } }];
  const run = measured({}, { summary: { ...measured({}).summary, phases: instant(0.3) } });
  const waitOf = (modelUs: number) =>
    residualsOf(run, { ...model({}), phases: instant(modelUs) } as unknown as Summary).find(
      ({ name }) => name === 'waitConnection',
    )?.error;
  expect(waitOf(0)).toBe(0);
  expect(waitOf(3)).toBeCloseTo(9);
});

describe('the verdict', () => {
  it.each([
    ['agrees', { perSec: 1000 * (1 + TOLERANCE * 0.9), p50: 100 * (1 - TOLERANCE * 0.9) }],
    ['off', { perSec: 1000 * (1 + TOLERANCE * 1.1) }],
    ['off', { p50: 100 * (1 - TOLERANCE * 1.1) }],
    // What is rare does not decide.
    ['agrees', { p99: 3000 }],
  ])('%s', (verdict, figures) => {
    expect(compared(measured({}), figures).verdict).toBe(verdict);
  });

  it('is pending while the model computes', () => {
    expect(verdictOf(residualsOf(measured({}), undefined))).toBeUndefined();
  });
});

describe('reasons', () => {
  const kinds = (run: Measured, figures: Figures = {}) =>
    compared(run, figures).reasons.map(({ kind }) => kind);

  it('are empty without an observation', () => {
    expect(kinds(measured({}), { perSec: 2000 })).toEqual([]);
  });

  it('name a fully used client thread from the threshold of the bridge’s remark', () => {
    const busy = (utilisation: number) => measured({}, { bridge: { load: { utilisation }, relay: null } });
    expect(kinds(busy(FULL_THREAD + 0.01))).toEqual(['clientFull']);
    expect(kinds(busy(FULL_THREAD - 0.01))).toEqual([]);
  });

  it('name busy cores, a late relay, other batches, and a tail', () => {
    const remark = { code: 'BR-27', detail: { cores: 2 } };
    expect(kinds(measured({}, { remarks: [remark] }))).toEqual(['machineFull']);
    const late = (lateMeanUs: number) => measured({}, { bridge: { load: null, relay: { lateMeanUs } } });
    expect([kinds(late(7)), kinds(late(5))]).toEqual([['relayLate'], []]);
    expect(kinds(measured({}), { reads: 14 })).toEqual(['batching']);
    expect(kinds(measured({}), { p99: 600 })).toEqual(['tailOnly']);
    expect(kinds(measured({}), { p99: 600, p50: 200 })).toEqual([]);
  });
});
