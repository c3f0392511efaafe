/** The order of findings: by effect on the metric. */
import { gainOf } from '../../model/sweep/effects.ts';
import type { Effect, Finding } from './finding.ts';

/** A cause with this effect comes before what-if: another client or server may gain more, but explains nothing. */
const CAUSE = 1.15;

/** Whether the interval of an effect excludes zero; without an interval nothing is certain. */
export const isCertain = ({ low, high }: Effect): boolean =>
  low !== null && high !== null && (low > 0 || high < 0);

/** Improvement factor of the metric: simulated, else what the evidence suggests. */
export function gainOfFinding({ effect, weight }: Finding): number {
  if (!effect) return weight;
  if (!isCertain(effect) && !effect.isAtLeast) return 1;
  const { before, after, metric } = effect;
  return gainOf({ from: before, to: after, half: undefined, count: effect.seeds }, metric);
}

/** An error keeps its weight: a failing request has no response time that a change could shorten. */
const scoreOf = (finding: Finding): number =>
  finding.severity === 'error' ? Math.max(gainOfFinding(finding), finding.weight) : gainOfFinding(finding);

/** Whether it is a cause with a notable effect, and not a mere what-if. */
const isCause = (finding: Finding): boolean =>
  (finding.source !== 'model' || finding.severity !== 'note') && scoreOf(finding) >= CAUSE;

const RANKS = { error: 0, warning: 1, note: 2 } as const;

/** Causes first, then by gain; among equals errors first, then in the given order. */
export const inOrder = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort(
    (a, b) =>
      Number(isCause(b)) - Number(isCause(a)) ||
      scoreOf(b) - scoreOf(a) ||
      RANKS[a.severity] - RANKS[b.severity],
  );
