/**
 * Findings about a run's speed: first the bottleneck, then remarks. Each finding has the values behind it.
 */
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import type { Finding } from './finding.ts';
import { type LimitId, limitOf } from './limits.ts';
import { type RemarkId, remarksOn } from './remarks.ts';

export interface Explanation {
  readonly limit: Finding<LimitId>;
  readonly remarks: readonly Finding<RemarkId>[];
}

/** Explains the speed of a run. */
export const explain = (scenario: Scenario, summary: Summary): Explanation => ({
  limit: limitOf(scenario, summary),
  remarks: remarksOn(scenario, summary),
});
