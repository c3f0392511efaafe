/** Defining an experiment: from a ready one, from the systems of the Lab, from a file; what survives a reload; how long it takes. */

import type { Sweep } from '../model/sweep/definition.ts';
import { type Origin, setAfter } from '../model/sweep/overrides.ts';
import { readSweep } from '../model/sweep/read.ts';
import { type Prediction, type SweepStatus, sweeps } from './sweep-state.ts';

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
  readonly origin: Origin | undefined;
}

/** Writes down what a reload should find. */
export function rememberSweep(status: SweepStatus = sweeps.getState().status): void {
  const { definition, prediction, origin } = sweeps.getState();
  if (!definition) return;
  const text = JSON.stringify({ definition, status, prediction, origin } satisfies Remembered);
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
    const { status = 'idle', prediction = {}, origin } = value ?? {};
    return { definition: sweep, status, prediction, origin };
  } catch {
    return undefined;
  }
}

const originOf = ({ series, set }: Sweep): Origin => ({ series, set });

/** Takes a definition that somebody wrote; what is wrong with it is said, and the one before stays. */
export function defineSweep(value: unknown): boolean {
  const { sweep, problems } = readSweep(value);
  sweeps.setState(
    sweep
      ? { definition: sweep, origin: originOf(sweep), problems: [], prediction: {} }
      : { problems, isRefused: true },
  );
  if (sweep) rememberSweep();
  return sweep !== undefined;
}

/**
 * Changes a part of the definition; a change that cannot be is said, and the value before stays in force. Overrides that came with
 * systems end with them.
 */
export function changeSweep(part: Partial<Sweep>): void {
  const { definition, prediction, origin } = sweeps.getState();
  if (!definition) return;
  const changed = { ...definition, ...part };
  const set = setAfter(changed.set, changed.series, origin);
  const { sweep, problems } = readSweep({ ...changed, set });
  const isSamePlaces = !('axes' in part) && !('series' in part) && !('metric' in part);
  sweeps.setState(
    sweep
      ? { definition: sweep, problems: [], prediction: isSamePlaces ? prediction : {} }
      : { problems, isRefused: false },
  );
  if (sweep) rememberSweep();
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
