/** The texts on where costs come from, in English. */
import { fits } from '../../src/evidence/model-page/model-card.ts';
import { loadProfiles } from '../../src/model/scenario/cost-profiles.ts';

/** Each once: the source of every cost of a profile, and the reasons and publications of every fit. */
export const costSources: readonly string[] = [
  ...new Set([
    ...(await loadProfiles()).flatMap(({ costs }) =>
      Object.values(costs).flatMap((cost) => cost?.source ?? []),
    ),
    ...fits.flatMap(({ costs, sources }) => [...costs.map(({ why }) => why), ...sources]),
  ]),
];
