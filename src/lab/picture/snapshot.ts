/**
 * One instant of a run, for a small picture of its system. A worker simulates the runs one after the other, so
 * that a page with many pictures stays responsive.
 */
import { createFrame, type Frame, fillFrame } from '../../model/playback/frame.ts';
import { applyMinDisplayTime } from '../../model/playback/min-display-time.ts';
import type { RunLayout } from '../../model/playback/player.ts';
import { spansOf } from '../../model/playback/spans.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { closeEngine, engine } from '../run/engines.ts';
import { normalize } from '../run/normalize.ts';

export interface Snapshot {
  readonly run: RunLayout;
  readonly frame: Frame;
}

/** The instant is this many round trips after the start, so that the callers are no longer in step. */
const ROUND_TRIPS = 3.35;
/** Earliest instant, ns: on a short wire, costs of the client and the server matter more than the round trip. */
const EARLIEST_NS = 2e6;
/** Instants that are tried before a picture without requests is taken. */
const TRIES = 5;
/** Wall time of one call to the worker, ms. */
const SLICE_MS = 40;
/** Wall time after which an idle worker is closed, ms. */
const IDLE_MS = 3000;

/** The instant that a picture of this run shows, ns. */
const instantOf = ({ network }: Scenario, { endNs }: RunLayout): number =>
  Math.min(0.9 * endNs, Math.max(EARLIEST_NS, ROUND_TRIPS * (network?.rttUs ?? 0) * 1000));

const known = new Map<string, Promise<Snapshot | undefined>>();
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;
let closing: ReturnType<typeof setTimeout> | undefined;

/**
 * An instant of a run, simulated once per scenario.
 * @param partial a scenario; missing fields have their defaults
 * @returns undefined when it cannot be simulated
 */
export function snapshot(partial: unknown): Promise<Snapshot | undefined> {
  const key = JSON.stringify(partial);
  const old = known.get(key);
  if (old) return old;
  clearTimeout(closing);
  waiting++;
  const taken = last.then(() => take(partial)).catch(() => undefined);
  last = taken.then(() => {
    waiting--;
    if (waiting === 0) closing = setTimeout(() => closeEngine('picture'), IDLE_MS);
  });
  known.set(key, taken);
  return taken;
}

async function take(partial: unknown): Promise<Snapshot | undefined> {
  const { scenario } = await normalize(partial, 'picture');
  if (!scenario) return undefined;
  const run = await engine('picture').open(scenario, true);
  let taken = await takeAt(run, instantOf(scenario, run));
  // In a pause of the load there is nothing to show yet.
  for (let tries = 1; tries < TRIES && taken.frame.inProgress === 0; tries++)
    taken = await takeAt(run, Math.min(0.9 * run.endNs, 2 * taken.frame.timeNs));
  return taken;
}

async function takeAt(run: RunLayout, timeNs: number): Promise<Snapshot> {
  for (;;) {
    const { chunks } = await engine('picture').look(timeNs, SLICE_MS, timeNs + 1000);
    const chunk = chunks.find(({ fromNs, toNs }) => fromNs <= timeNs && timeNs <= toNs);
    if (!chunk) continue;
    const frame = createFrame(run);
    fillFrame(frame, spansOf(chunk), run, timeNs);
    applyMinDisplayTime(frame, [], 0);
    return { run, frame };
  }
}
