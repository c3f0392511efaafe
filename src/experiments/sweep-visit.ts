/** What the page of experiments shows when somebody comes to it, or follows a link to another experiment. */

import { sweepText } from '../model/sweep/definition.ts';
import { sweepPresets } from '../model/sweep/presets.ts';
import { glanceSweep, lookAtSweep, startSweep } from './sweep.ts';
import { defineSweep, rememberedSweep } from './sweep-definition.ts';
import { openSweepLink, writeSweepAddress } from './sweep-link.ts';
import { sweeps } from './sweep-state.ts';

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
