/** Tests the effect of an event on a run: with courses written by hand, and with presets that have failures. */
import { describe, expect, it } from 'vitest';
import { mainEffect } from '../../../../src/model/explain/event-effect.ts';
import { explain } from '../../../../src/model/explain/findings.ts';
import { movesOf } from '../../../../src/model/explain/levers.ts';
import type { Event, Scenario } from '../../../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../../../src/model/scenario/generated/summary.ts';
import { presetById } from '../../../../src/model/scenario/library.ts';
import { changed, scenarioOf, summaryOf } from '../../explain/runs.ts';

/** Intervals of 10 ms with their completions and mean response times. */
const course = (rows: readonly (readonly [count: number, us: number])[]) =>
  ({
    series: {
      intervalUs: 10_000,
      completions: rows.map(([count]) => count),
      meanResponseUs: rows.map(([, us]) => us),
    },
  }) as unknown as Summary;
const times = <Row>(count: number, row: Row): Row[] => Array.from({ length: count }, () => row);
const stall = (atMs: number, durationMs = 20): Event => ({ kind: 'serverStall', atMs, durationMs, node: 0 });
const at = (...events: Event[]) => ({ events }) as unknown as Scenario;
const CALM = [30, 500] as const;

describe('the effect of an event', () => {
  it('ends when rate and response time are as before', () => {
    const run = course([
      ...times(10, CALM),
      ...times(2, [0, 0] as const),
      ...times(3, [40, 9000] as const),
      ...times(10, CALM),
    ]);
    const effect = mainEffect(at(stall(100)), run);
    expect(effect).toMatchObject({ untilMs: 150, before: { perSec: 3000, meanUs: 500 } });
    expect(effect?.during.perSec).toBe(120 / 0.05);
    expect(effect?.during.meanUs).toBe(9000);
  });

  it('lasts when the run ends before that, although the event is over', () => {
    const run = course([...times(10, CALM), ...times(20, [5, 20_000] as const)]);
    expect(mainEffect(at(stall(100)), run)).toMatchObject({ overMs: 120, untilMs: undefined });
  });

  it('is none if nothing shows, if something else happened later, or if nothing was before', () => {
    const calm = course(times(30, CALM));
    expect(mainEffect(at(stall(100)), calm)).toBeUndefined();
    const later = course([...times(20, CALM), ...times(10, [0, 0] as const)]);
    expect(mainEffect(at(stall(100, 10)), later)).toBeUndefined();
    expect(mainEffect(at(stall(0)), course(times(30, [0, 0] as const)))).toBeUndefined();
    expect(mainEffect(at(), calm)).toBeUndefined();
  });

  it('is that of the event whose effect lasts longest', () => {
    const gap = (count: number) => times(count, [0, 0] as const);
    const run = course([...times(10, CALM), ...gap(1), ...times(10, CALM), ...gap(6), ...times(10, CALM)]);
    expect(mainEffect(at(stall(210), stall(100, 10)), run)?.event.atMs).toBe(210);
  });
});

describe('“Why?”', () => {
  const remarksOf = (preset: string) => {
    const scenario = scenarioOf(preset, { ...presetRun(preset) });
    const { remarks } = explain(scenario, summaryOf(scenario));
    return { scenario, found: remarks.find(({ id }) => id.startsWith('event')) };
  };
  const presetRun = (preset: string) => {
    const { run } = (presetById(preset)?.scenario ?? {}) as unknown as Scenario;
    return { 'run.warmupMs': run.warmupMs, 'run.measuredMs': run.measuredMs };
  };

  it('names the stall of a retry storm as what lasts, and the run without it is healthy', () => {
    const { scenario, found } = remarksOf('retry-storm');
    expect(found).toMatchObject({
      id: 'eventLasts',
      facts: { at: { us: 300_000 }, event: { event: { kind: 'serverStall' } }, isOver: { value: 1 } },
    });
    const without = movesOf(scenario).find(({ id }) => id === 'noEvents');
    const healthy = changed(scenario, without?.edits ?? {});
    expect(healthy?.events ?? []).toEqual([]);
    const perSec = (system: Scenario) => summaryOf(system).throughput.perSec;
    expect(healthy && perSec(healthy) / perSec(scenario)).toBeGreaterThan(3);
  });

  it('names a stall that passes, and when it has', () => {
    const { found } = remarksOf('retry-storm-no-retries');
    expect(found?.id).toBe('eventPassed');
    const until = found?.facts.until as { us: number };
    expect(until.us / 1000).toBeGreaterThan(400);
    expect(until.us / 1000).toBeLessThan(800);
  });

  it('names no event where none happens, and has no run without events to offer', () => {
    const { scenario, found } = remarksOf('retry-storm-untouched');
    expect(found).toBeUndefined();
    expect(movesOf(scenario).some(({ id }) => id === 'noEvents')).toBe(false);
  });
});
