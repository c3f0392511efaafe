/** The cost profiles as data: every cost with its value and source. Loaded on demand. */

/** Kinds of sources, the most reliable first. */
export const PROVENANCES = ['definition', 'measured', 'published', 'fitted', 'assumed'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export interface Cost {
  readonly value: number;
  readonly provenance: Provenance;
  /** In English, as in the profile; `i18n/cost-sources.ts` has translations. */
  readonly source: string;
}

export interface CostProfile {
  readonly name: string;
  /** By cost name. */
  readonly costs: Readonly<Record<string, Cost | undefined>>;
}

/** All profiles in schema order. */
export const loadProfiles = async (): Promise<readonly CostProfile[]> =>
  (await import('./generated/profiles.json')).default as readonly CostProfile[];
