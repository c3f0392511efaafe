/** The cost profiles as data: every cost with its value and where that comes from. Loaded when somebody asks. */

/** Where a number can come from, the firmest first. */
export const PROVENANCES = ['definition', 'measured', 'published', 'fitted', 'assumed'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export interface Cost {
  readonly value: number;
  readonly provenance: Provenance;
  /** In English, as the profile has it; `i18n/cost-sources.ts` has it in other languages. */
  readonly source: string;
}

export interface CostProfile {
  readonly name: string;
  /** By the cost's name. */
  readonly costs: Readonly<Record<string, Cost | undefined>>;
}

/** All profiles, in the order of the schema. */
export const loadProfiles = async (): Promise<readonly CostProfile[]> =>
  (await import('./generated/profiles.json')).default as readonly CostProfile[];
