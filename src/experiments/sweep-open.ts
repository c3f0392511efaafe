/** Opens a point of an experiment as a run in the Lab, at the instant with the most waiting requests. */

import { LAB_PATH } from '../lab/link/address.ts';
import { engine } from '../lab/run/engines.ts';
import { normalize } from '../lab/run/normalize.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { presetById } from '../model/scenario/library.ts';
import { packQuery } from '../model/scenario/pack.ts';
import { editsBetween } from '../model/scenario/patch.ts';
import { DEFAULT_PAIR, type LinkSide, writeLink } from '../model/scenario/url.ts';
import { betterOf } from '../model/sweep/metrics.ts';
import { replicationsOf } from '../model/sweep/results.ts';
import { estimateOf } from '../model/sweep/statistics.ts';
import type { Levels } from '../model/workers/protocol.ts';
import { type SweepRun, sweeps } from './sweep-state.ts';

/** Intervals in which the queues are read. */
const LOOKS = 200;
/** Wall time of a slice, ms. */
const SLICE_MS = 40;
/** Places in which requests do not wait. */
const NOT_WAITING = new Set(['wireOut', 'wireBack', 'execute']);

/** Opens a point as A. B is the same place of the next system; of a single system its best place. */
export async function openPoint(index: number): Promise<void> {
  const { run } = sweeps.getState();
  const point = run?.points[index];
  if (!run || !point?.scenario) return;
  const other = otherOf(run, index);
  const [a, b, timeNs] = await Promise.all([
    sideOf(run, index, point.scenario),
    sideOf(run, other, run.points[other]?.scenario ?? point.scenario),
    busiestMoment(point.scenario),
  ]);
  const query = writeLink({ a, b, view: { ...(timeNs === undefined ? {} : { timeNs, paused: true }) } });
  location.hash = `#${LAB_PATH}?${await packQuery(query)}`;
}

function otherOf({ sweep, points, runs }: SweepRun, index: number): number {
  const places = points.length / sweep.series.length;
  if (sweep.series.length > 1) return (index + places) % points.length;
  const sign = betterOf(sweep.metric) === 'less' ? -1 : 1;
  const value = (point: number) =>
    sign *
    (estimateOf(replicationsOf(runs, point, sweep.metric).filter((one) => one !== undefined))?.mean ??
      -sign * Infinity);
  return points.reduce((best, point) => (value(point.index) > value(best) ? point.index : best), index);
}

/** A scenario in link form: a preset and its edits. */
async function sideOf({ sweep, points }: SweepRun, index: number, scenario: Scenario): Promise<LinkSide> {
  const preset = sweep.series[points[index]?.series ?? 0]?.preset ?? DEFAULT_PAIR.a;
  const base = await normalize(presetById(preset)?.scenario ?? {});
  return { preset, edits: editsBetween(base.scenario, scenario) };
}

/** The instant with the most waiting requests, ns of model time; undefined when the run fails. */
async function busiestMoment(scenario: Scenario): Promise<number | undefined> {
  try {
    await engine('levels').open(scenario, false);
    let levels: Levels | undefined;
    while (!levels) levels = await engine('levels').levels(LOOKS, SLICE_MS);
    return mostWaiting(levels);
  } catch {
    return undefined;
  }
}

/** The first instant with the most waiting requests, ns; undefined without waiting. */
export function mostWaiting({ queues, fromNs, binNs }: Levels): number | undefined {
  const waiting = Object.entries(queues).filter(([phase]) => !NOT_WAITING.has(phase));
  const length = Math.max(0, ...waiting.map(([, values]) => values.length));
  const total = Array.from({ length }, (_, bin) =>
    waiting.reduce((sum, [, values]) => sum + (values[bin] ?? 0), 0),
  );
  const most = Math.max(0, ...total);
  return most > 0 ? Math.round(fromNs + (total.indexOf(most) + 0.5) * binNs) : undefined;
}
