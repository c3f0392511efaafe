/**
 * Defines an experiment: from a ready one, the systems of the Lab, or a file; stores it for a reload;
 * estimates its duration.
 */

import type { Sweep } from '../model/sweep/definition.ts';
import { type Origin, setAfter } from '../model/sweep/overrides.ts';
import { readSweep } from '../model/sweep/read.ts';
import { type Prediction, type SweepStatus, sweeps } from './sweep-state.ts';

const STORAGE_KEY = 'roundtrip.sweep';

/** Storages, as far as the browser allows: for this tab, and for a return in another one. */
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

/** Stores the state for a reload. */
export function rememberSweep(status: SweepStatus = sweeps.getState().status): void {
  const { definition, prediction, origin } = sweeps.getState();
  if (!definition) return;
  const text = JSON.stringify({ definition, status, prediction, origin } satisfies Remembered);
  for (const storage of storages())
    try {
      storage.setItem(STORAGE_KEY, text);
    } catch {
      // Full: it lasts as long as the page.
    }
}

/** The state of this tab before its reload, otherwise of the last visit; undefined without a usable one. */
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

/** Sets a definition; problems are reported, and the old one stays. */
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
 * Edits the definition; an invalid edit is reported, and the old value stays. Overrides that came with
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

/** Sets the prediction at a point; undefined removes it. */
export function predict(point: number, value: number | undefined): void {
  const { [point]: _, ...others } = sweeps.getState().prediction;
  sweeps.setState({ prediction: value === undefined ? others : { ...others, [point]: value } });
  rememberSweep();
}

export function clearPrediction(): void {
  sweeps.setState({ prediction: {} });
  rememberSweep();
}
