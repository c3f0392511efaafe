/** The Lab without its views, on the real engine in the tests' own process, with runs so short that summaries come at once. */
import { vi } from 'vitest';
import { takeAddress } from '../../src/lab/link/link.ts';
import { openLink } from '../../src/lab/link/open.ts';
import { setSpawn } from '../../src/lab/run/engines.ts';
import { run } from '../../src/lab/run/run-state.ts';
import { experiment } from '../../src/lab/settings/experiment-state.ts';
import { getAt } from '../../src/model/scenario/patch.ts';
import type { SideName } from '../../src/model/scenario/problem.ts';
import { inProcessEngine } from './in-process.ts';

export const SHORT = 'run.warmupMs=1&run.measuredMs=5';

export const wait = (condition: () => boolean) =>
  vi.waitFor(() => {
    if (!condition()) throw new Error('not yet');
  }, 30_000);

export const isReady = (): boolean => run.getState().status === 'ready';

export const isCounted = (): boolean => {
  const { a, b } = run.getState();
  return !a.isStale && !b.isStale && a.summary !== undefined && b.summary !== undefined;
};

/** What a side's scenario has at a path. */
export const value = (side: SideName, path: string) => getAt(experiment.getState()[side]?.scenario, path);

export async function openShortLab(): Promise<void> {
  location.hash = '#/lab';
  takeAddress();
  setSpawn(inProcessEngine);
  await openLink(SHORT);
  await wait(isReady);
}

export function closeLab(): void {
  run.getState().player?.close();
  run.setState({ status: 'loading', failure: undefined, player: undefined });
  setSpawn(inProcessEngine);
}
