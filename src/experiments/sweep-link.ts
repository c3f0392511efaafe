/** The address of the page of experiments holds the whole experiment: who opens the link has the same one. */

import { EXPERIMENTS_PATH } from '../lab/link/link.ts';
import { sweepText } from '../model/sweep/definition.ts';
import { fromSweepQuery, sweepQuery } from '../model/sweep/link.ts';
import { sweepPresets } from '../model/sweep/presets.ts';
import { glanceSweep, lookAtSweep, startSweep } from './sweep.ts';
import { defineSweep, rememberedSweep } from './sweep-definition.ts';
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

/** What the address says; otherwise what the last visit left, going on where it was; otherwise a look at the first ready one. */
export async function visitExperiments(): Promise<void> {
  const left = rememberedSweep();
  const isLinked = await openSweepLink();
  const { definition, problems } = sweeps.getState();
  // A reload finds its own address, and goes on.
  const isOwn = left && definition && sweepText(left.definition) === sweepText(definition);
  if (isLinked && !isOwn) return lookAtSweep();
  if (definition && !isLinked) return writeSweepAddress();
  if (!left) {
    defineSweep(sweepPresets[0]?.definition);
    // What is wrong with the link is still to be seen.
    sweeps.setState({ problems });
    return glanceSweep();
  }
  sweeps.setState({ definition: left.definition, origin: left.origin, prediction: left.prediction });
  if (left.status === 'running') await startSweep();
  // Put aside: nothing of it is to be seen yet.
  else if (left.status !== 'idle') await lookAtSweep();
}

/** Another link in the same window. */
export async function followSweepLink(): Promise<void> {
  if (await openSweepLink()) await lookAtSweep();
}
