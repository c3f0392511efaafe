/**
 * One length of run for several systems that are compared: long enough for the slowest, short enough for the fastest. It
 * depends on events of the model only, so it is the same on every machine.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Engines } from './paired-runs.ts';

/** Length of a first, short run of each system, ms. */
const PILOT = { warmupMs: 10, measuredMs: 40 };
/** Completions from which a p99 has ten values beyond it, with a margin. */
const COMPLETIONS = 3000;
/** Events of the fastest system: about a second on one core. */
const MAX_EVENTS = 800_000;
const MIN_MS = 200;
const MAX_MS = 60_000;
/** The transient at the start, as a share of the measured time. */
const WARMUP = 0.25;

export type Length = Scenario['run'];

/** Two significant digits: lengths that people read. */
const rounded = (ms: number): number => Number(ms.toPrecision(2));

/** The length for all of them; systems that cannot be simulated are ignored. */
export async function commonLength(scenarios: readonly Scenario[], engines: Engines): Promise<Length> {
  const pilots: { completions: number; events: number }[] = [];
  const waiting = [...scenarios];
  const work = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      const run = await engines.run({ ...scenario, run: PILOT }).catch(() => undefined);
      if (!run) continue;
      const { events, requests } = run.summary;
      pilots.push({
        completions: requests.completed / PILOT.measuredMs,
        events: events / (PILOT.warmupMs + PILOT.measuredMs),
      });
    }
  };
  await Promise.all(Array.from({ length: engines.size }, work));
  const slowest = Math.min(...pilots.map(({ completions }) => completions));
  const fastest = Math.max(...pilots.map(({ events }) => events));
  // A pilot without completions says nothing about the rate.
  const enoughMs = COMPLETIONS / Math.max(slowest, 1 / PILOT.measuredMs);
  const affordableMs = MAX_EVENTS / Math.max(fastest, Number.MIN_VALUE) / (1 + WARMUP);
  const measuredMs = rounded(Math.min(Math.max(MIN_MS, Math.min(enoughMs, affordableMs)), MAX_MS));
  return { measuredMs, warmupMs: rounded(Math.max(PILOT.warmupMs, WARMUP * measuredMs)) };
}
