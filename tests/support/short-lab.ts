/** The Lab without its views, on the real engine in the tests' own process, with runs so short that summaries come at once. */
import { vi } from 'vitest';
import { setSpawn } from '../../src/actions/engines.ts';
import { takeAddress } from '../../src/actions/link.ts';
import { openLink } from '../../src/actions/open.ts';
import { getAt } from '../../src/scenario/patch.ts';
import type { SideName } from '../../src/scenario/problem.ts';
import { experiment } from '../../src/stores/experiment.ts';
import { run } from '../../src/stores/run.ts';
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
