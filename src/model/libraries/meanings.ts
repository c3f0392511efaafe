/** Meaning of each option that sets no field, and the client that represents a library without a modelled runtime. */
import meanings from './meanings/meanings.json' with { type: 'json' };

/** Names of the texts, each for options of several libraries. */
export type MeaningId = keyof typeof meanings;
export const MEANING_IDS = Object.keys(meanings) as readonly MeaningId[];

/** What an option means; undefined if nothing is known of it. */
export const meaningOf = (option: string): MeaningId | undefined =>
  MEANING_IDS.find((id) => meanings[id].includes(option));

/** Libraries for which the model uses the client of another. */
const NEAREST = [
  'redisPy',
  'redisson',
  'stackExchange',
  'valkeyGlide',
  'springJedis',
  'springLettuce',
] as const;
export type StandIn = (typeof NEAREST)[number];

export const isStandIn = (library: string): library is StandIn => NEAREST.some((id) => id === library);
