/** The address of the page of experiments holds the whole experiment, so that the link can be shared. */

import { EXPERIMENTS_PATH } from '../lab/link/link.ts';
import { sweepText } from '../model/sweep/definition.ts';
import { fromSweepQuery, sweepQuery } from '../model/sweep/link.ts';
import { sweepPresets } from '../model/sweep/presets.ts';
import { glanceSweep, startSweep } from './sweep.ts';
import { defineSweep, rememberedSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/** The query that was written or read last. */
let known = '';

const isOnPage = (): boolean => location.hash.startsWith(`#${EXPERIMENTS_PATH}`);

/** Keeps the address up to date without a new history entry per change. */
export async function writeSweepAddress(): Promise<void> {
  const { definition } = sweeps.getState();
  if (!definition || !isOnPage()) return;
  // An experiment that is too long for a link lives in its file alone.
  const query = await sweepQuery(definition);
  const hash = query === '' ? `#${EXPERIMENTS_PATH}` : `#${EXPERIMENTS_PATH}?${query}`;
  // Packing is asynchronous: the address or the definition may have changed in the meantime.
  if (!isOnPage() || sweeps.getState().definition !== definition) return;
  known = hash;
  if (location.hash !== hash) history.replaceState(history.state, '', hash);
}

/** Opens the experiment of the address; false without one, or if it is unchanged. Problems are reported. */
export async function openSweepLink(): Promise<boolean> {
  if (!isOnPage() || location.hash === known) return false;
  const found = await fromSweepQuery(location.hash.split(/\?(.*)/s)[1] ?? '');
  if (!found) return false;
  known = location.hash;
  if ('definition' in found) return defineSweep(found.definition);
  sweeps.setState({ problems: [found.problem], isRefused: true });
  return false;
}

/**
 * Opens the experiment of the address; otherwise resumes the last visit; otherwise shows the first ready one.
 * @param question the question of the latter
 */
export async function visitExperiments(question = ''): Promise<void> {
  const remembered = rememberedSweep();
  const isLinked = await openSweepLink();
  const { definition, problems } = sweeps.getState();
  // After a reload the address is its own, and the sweep resumes.
  const isOwn = remembered && definition && sweepText(remembered.definition) === sweepText(definition);
  if (isLinked && !isOwn) return glanceSweep();
  if (definition && !isLinked) return writeSweepAddress();
  if (!remembered) {
    defineSweep({ ...(sweepPresets[0]?.definition as object), question });
    // The problems of the link stay visible.
    sweeps.setState({ problems });
    return glanceSweep();
  }
  sweeps.setState({
    definition: remembered.definition,
    origin: remembered.origin,
    prediction: remembered.prediction,
  });
  if (remembered.status === 'running') await startSweep();
  // It was put aside: no results are shown yet.
  else if (remembered.status !== 'idle') await glanceSweep();
}

/** Another link in the same window. */
export async function followSweepLink(): Promise<void> {
  if (await openSweepLink()) await glanceSweep();
}
