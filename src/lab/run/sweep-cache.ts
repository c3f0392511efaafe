/**
 * Cache of runs in this browser. The key is the digest of the engine's file and the whole scenario with its
 * seed, so that equal runs are simulated once and engines are not mixed.
 */
import { clear, createStore, getMany, promisifyRequest, setMany } from 'idb-keyval';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { VALUES_VERSION } from '../../model/sweep/metrics.ts';
import type { RunRecord } from '../../model/sweep/results.ts';
import { digest, engineIdentity } from '../../model/workers/identity.ts';

/** The cached data of a run: all but its place in a sweep. */
type CachedRun = Pick<RunRecord, 'seed' | 'fingerprint' | 'values'> & { readonly engineVersion: string };

/** About 4 kB each; older entries are dropped beyond this. */
const MOST = 20_000;

let store: ReturnType<typeof createStore> | undefined;
const runs = () => {
  store ??= createStore('roundtrip-runs', 'runs');
  return store;
};

/** The key of a run; undefined where nothing can be cached. */
export async function runKey(scenario: Scenario): Promise<string | undefined> {
  const engine = await engineIdentity();
  return (
    engine && digest(new TextEncoder().encode(`${engine}\n${VALUES_VERSION}\n${JSON.stringify(scenario)}`))
  );
}

/** The cached runs of some keys; none without storage. */
export async function knownRuns(names: readonly (string | undefined)[]): Promise<(CachedRun | undefined)[]> {
  try {
    const found = await getMany<CachedRun | undefined>(
      names.map((name) => name ?? ''),
      runs(),
    );
    return found;
  } catch {
    return names.map(() => undefined);
  }
}

/** Caches some runs. A failure only means that they are simulated again. */
export async function keepRuns(entries: readonly (readonly [string, CachedRun])[]): Promise<void> {
  try {
    const count = await runs()('readonly', (store) => promisifyRequest(store.count()));
    if (count > MOST) await clear(runs());
    await setMany(
      entries.map(([name, record]): [string, CachedRun] => [name, record]),
      runs(),
    );
  } catch {
    // No room, or a private window.
  }
}
