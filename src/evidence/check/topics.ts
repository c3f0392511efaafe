/** All claims, one file a topic. */
import type { Topic } from './claim.ts';
import type { Filed } from './plan.ts';

const files = import.meta.glob<Omit<Topic, 'id'>>('../claims/*.json', { eager: true, import: 'default' });

/** All topics: the articles in their order, then what others have published. */
export const topics: readonly Topic[] = Object.entries(files)
  .map(([path, topic]) => ({ id: path.slice('../claims/'.length, -'.json'.length), ...topic }))
  .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1));

function rank({ id }: Topic): number {
  return /^s\d$/.test(id) ? 0 : 1;
}

/** All claims with their topics, in order. */
export const filed: readonly Filed[] = topics.flatMap((topic) =>
  topic.claims.map((claim) => ({ topic, claim })),
);
