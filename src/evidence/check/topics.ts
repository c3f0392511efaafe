/** All claims, one file a topic. */
import type { Topic } from './claim.ts';
import type { Filed } from './plan.ts';

const files = import.meta.glob<Omit<Topic, 'id'>>('../claims/*.json', { eager: true, import: 'default' });

/** All topics: the articles in order, then other publications. */
export const topics: readonly Topic[] = Object.entries(files)
  .map(([path, topic]) => ({ id: path.slice('../claims/'.length, -'.json'.length), ...topic }))
  .sort((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));

function rank({ id }: Topic): number {
  return /^s\d$/.test(id) ? 0 : 1;
}

/** The swept values of a named run, as text; none without a sweep. */
export function sweptValues({ runs }: Topic, name: string): string[] {
  for (let at: string | undefined = name; at !== undefined && at in runs; at = runs[at]?.from) {
    const [first] = Object.values(runs[at]?.sweep ?? {});
    if (first) return first.map(String);
  }
  return [];
}

/** All claims with their topics, in order. */
export const filed: readonly Filed[] = topics.flatMap((topic) =>
  topic.claims.map((claim) => ({ topic, claim })),
);
