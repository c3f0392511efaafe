/** What an option means that sets no field, and which client stands for a library without a runtime of its own. */
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
