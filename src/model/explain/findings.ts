/**
 * What a run shows about its own speed: first what binds it, then what else is worth saying. Every finding carries the
 * figures that it rests on.
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

/** Why a run is as fast as it is. */
export const explain = (scenario: Scenario, summary: Summary): Explanation => ({
  limit: limitOf(scenario, summary),
  remarks: remarksOn(scenario, summary),
});
