/** Defining an experiment: from a ready one, from the systems of the Lab, from a file; what survives a reload; how long it takes. */

import type { Json } from '../scenario/patch.ts';
import type { Problem } from '../scenario/problem.ts';
import { experiment } from '../stores/experiment.ts';
import { type Prediction, type SweepStatus, sweeps } from '../stores/sweep.ts';
import type { Sweep, SweepSeries } from '../sweep/definition.ts';
import { readSweep } from '../sweep/read.ts';
import { readFile } from './file.ts';

const STORAGE_KEY = 'roundtrip.sweep';

/** Where it is written down, as far as the browser allows it: for this tab, and for who comes back in another one. */
const storages = () =>
  (['sessionStorage', 'localStorage'] as const).flatMap((name) => {
    try {
      return [globalThis[name]];
    } catch {
      return [];
    }
  });

interface Remembered {
  readonly definition: Sweep;
  readonly status: SweepStatus;
  readonly prediction: Prediction;
}

/** Writes down what a reload should find. */
export function rememberSweep(status: SweepStatus = sweeps.getState().status): void {
  const { definition, prediction } = sweeps.getState();
  if (!definition) return;
  const text = JSON.stringify({ definition, status, prediction } satisfies Remembered);
  for (const storage of storages())
    try {
      storage.setItem(STORAGE_KEY, text);
    } catch {
      // Full: it lives as long as the page.
    }
}

/** What this tab left before it was loaded anew, otherwise the last visit; undefined when there is nothing of use. */
export function rememberedSweep(): Remembered | undefined {
  try {
    const texts = storages().map((storage) => storage.getItem(STORAGE_KEY));
    const value = JSON.parse(texts.find((text) => text !== null) ?? 'null') as Partial<Remembered> | null;
    const { sweep } = readSweep(value?.definition);
    if (!sweep) return undefined;
    return { definition: sweep, status: value?.status ?? 'idle', prediction: value?.prediction ?? {} };
  } catch {
    return undefined;
  }
}

/** Takes a definition that somebody wrote; what is wrong with it is said, and the one before stays. */
export function defineSweep(value: unknown): boolean {
  const { sweep, problems } = readSweep(value);
  sweeps.setState(sweep ? { definition: sweep, problems: [], prediction: {} } : { problems });
  if (sweep) rememberSweep();
  return sweep !== undefined;
}

/** Changes a part of the definition; a change that cannot be is said, and the value before stays in force. */
export function changeSweep(part: Partial<Sweep>): void {
  const { definition, prediction } = sweeps.getState();
  if (!definition) return;
  const { sweep, problems } = readSweep({ ...definition, ...part });
  const isSamePlaces = !('axes' in part) && !('series' in part) && !('metric' in part);
  sweeps.setState(
    sweep ? { definition: sweep, problems: [], prediction: isSamePlaces ? prediction : {} } : { problems },
  );
  if (sweep) rememberSweep();
}

/** Reads the text of a file with a definition. */
export function openSweepText(text: string): boolean {
  try {
    return defineSweep(JSON.parse(text));
  } catch {
    sweeps.setState({ problems: [{ code: 'SWP-01', path: '' } satisfies Problem] });
    return false;
  }
}

/** Reads a file with a definition; one that cannot be read is named, and nothing changes. */
export async function openSweepFile(file: File): Promise<void> {
  const text = await readFile(file);
  if (typeof text === 'string') openSweepText(text);
  else sweeps.setState({ problems: [text] });
}

/** A side of the Lab as a system of an experiment. */
export function sideSeries(side: 'a' | 'b', name: string): SweepSeries | undefined {
  const scenario = experiment.getState()[side]?.scenario;
  return scenario && { name, scenario: scenario as unknown as Json };
}

/** What somebody expects at a point; undefined takes it back. */
export function predict(point: number, value: number | undefined): void {
  const { [point]: _, ...others } = sweeps.getState().prediction;
  sweeps.setState({ prediction: value === undefined ? others : { ...others, [point]: value } });
  rememberSweep();
}

export function clearPrediction(): void {
  sweeps.setState({ prediction: {} });
  rememberSweep();
}
