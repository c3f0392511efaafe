/** Files of experiments: a definition, or results with their definition. */

import { readFile } from '../lab/settings/file.ts';
import { isResults, MAX_RESULTS_BYTES, readResults } from '../model/sweep/results.ts';
import { glanceSweep, showSweepResults } from './sweep.ts';
import { defineSweep } from './sweep-definition.ts';
import { sweeps } from './sweep-state.ts';

/**
 * Opens the text of a file: a definition, or results with their definition. Problems are reported, and
 * nothing changes.
 */
export async function openSweepText(text: string): Promise<boolean> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    sweeps.setState({ problems: [{ code: 'SWP-01', path: '' }], isRefused: true });
    return false;
  }
  if (!isResults(value)) {
    const isDefined = defineSweep(value);
    if (isDefined) await glanceSweep();
    return isDefined;
  }
  const { results, problems } = readResults(value);
  if (!results) {
    sweeps.setState({ problems, isRefused: true });
    return false;
  }
  defineSweep(results.sweep);
  await showSweepResults(results);
  return true;
}

/** Opens a file with a definition or results; problems are reported, and nothing changes. */
export async function openSweepFile(file: File): Promise<boolean> {
  const text = await readFile(file, MAX_RESULTS_BYTES);
  if (typeof text === 'string') return openSweepText(text);
  sweeps.setState({ problems: [text], isRefused: true });
  return false;
}
