/** Where the defaults of a scenario come from, as data. Loaded when somebody asks. */
import type { Provenance } from './cost-profiles.ts';
import type { Json } from './patch.ts';

export interface Default {
  /** Place in a scenario; of a distribution without the name of its parameter. */
  readonly path: string;
  /** The kinds that it is the default of, where several kinds have a setting of that name. */
  readonly of?: readonly string[];
  readonly default: Json;
  readonly provenance: Provenance;
  /** In English, as `wasm/tests/model/defaults.json` has it; `i18n/<lang>/default-sources.json` has it in other languages. */
  readonly source: string;
}

/** Those of all settings, in the order of a scenario. Costs have theirs in their profiles. */
export const loadDefaults = async (): Promise<readonly Default[]> =>
  (await import('./generated/defaults.json')).default as readonly Default[];
