/**
 * Runs that have been made, kept in this browser: by the digest of the engine's file and the whole scenario, seed included, so
 * that an equal run is never made twice and another engine's is never taken for it.
 */
import { clear, createStore, getMany, promisifyRequest, setMany } from 'idb-keyval';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { VALUES_VERSION } from '../../model/sweep/metrics.ts';
import type { RunRecord } from '../../model/sweep/results.ts';
import { digest, engineIdentity } from '../../model/workers/identity.ts';

/** What is kept of a run: all but its place in a sweep. */
type Kept = Pick<RunRecord, 'seed' | 'fingerprint' | 'values'> & { readonly engineVersion: string };

/** Some 4 kB each; beyond that the browser's room is better used for newer ones. */
const MOST = 20_000;

let store: ReturnType<typeof createStore> | undefined;
const runs = () => {
  store ??= createStore('roundtrip-runs', 'runs');
  return store;
};

/** The name of a run; undefined where nothing can be kept. */
export async function runKey(scenario: Scenario): Promise<string | undefined> {
  const engine = await engineIdentity();
  return (
    engine && digest(new TextEncoder().encode(`${engine}\n${VALUES_VERSION}\n${JSON.stringify(scenario)}`))
  );
}

/** The known runs among some names; a browser that keeps nothing knows none. */
export async function knownRuns(names: readonly (string | undefined)[]): Promise<(Kept | undefined)[]> {
  try {
    const found = await getMany<Kept | undefined>(
      names.map((name) => name ?? ''),
      runs(),
    );
    return found;
  } catch {
    return names.map(() => undefined);
  }
}

/** Keeps some runs. What cannot be kept is made again next time. */
export async function keepRuns(entries: readonly (readonly [string, Kept])[]): Promise<void> {
  try {
    const count = await runs()('readonly', (kept) => promisifyRequest(kept.count()));
    if (count > MOST) await clear(runs());
    await setMany(
      entries.map(([name, kept]): [string, Kept] => [name, kept]),
      runs(),
    );
  } catch {
    // No room, or a private window.
  }
}
