/** Sources of the scenario defaults, as data. Loaded on demand. */
import type { Provenance } from './cost-profiles.ts';
import type { Json } from './patch.ts';

export interface Default {
  /** Path in a scenario; for a distribution, without the parameter's name. */
  readonly path: string;
  /** The variants that it is the default of, if several have a field of that name. */
  readonly of?: readonly string[];
  readonly default: Json;
  readonly provenance: Provenance;
  /** In English, as in `wasm/src/scenario/defaults.json`; `i18n/<lang>/default-sources.json` has translations. */
  readonly source: string;
}

/** The defaults of all fields in scenario order, except costs, which have theirs in the profiles. */
export const loadDefaults = async (): Promise<readonly Default[]> =>
  (await import('../../../wasm/src/scenario/defaults.json')).default.defaults as readonly Default[];
