/** The address of the page of experiments holds the whole experiment: who opens the link has the same one. */

import { EXPERIMENTS_PATH } from '../lab/link/link.ts';
import { fromSweepQuery, sweepQuery } from '../model/sweep/link.ts';
import { defineSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/** What has been written or read last: that is no news. */
let known = '';

const isHere = (): boolean => location.hash.startsWith(`#${EXPERIMENTS_PATH}`);

/** Keeps the address up to date without a new history entry per change. */
export async function writeSweepAddress(): Promise<void> {
  const { definition } = sweeps.getState();
  if (!definition || !isHere()) return;
  // An experiment that is too long for a link lives in its file alone.
  const query = await sweepQuery(definition);
  const hash = query === '' ? `#${EXPERIMENTS_PATH}` : `#${EXPERIMENTS_PATH}?${query}`;
  // Packing takes a moment, in which the reader may have gone elsewhere or changed something again.
  if (!isHere() || sweeps.getState().definition !== definition) return;
  known = hash;
  if (location.hash !== hash) history.replaceState(history.state, '', hash);
}

/** Takes the experiment of the address; false when it names none, or none that is new. What cannot be read is said. */
export async function openSweepLink(): Promise<boolean> {
  if (!isHere() || location.hash === known) return false;
  const found = await fromSweepQuery(location.hash.split(/\?(.*)/s)[1] ?? '');
  if (!found) return false;
  known = location.hash;
  if ('definition' in found) return defineSweep(found.definition);
  sweeps.setState({ problems: [found.problem], isRefused: true });
  return false;
}
