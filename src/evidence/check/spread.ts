/** The same claims judged with several seeds, to find results that depend on the seed. */
import type { Claim } from './claim.ts';
import { type Judgement, type Verdict, verdictOf } from './judge.ts';

/** One claim with every seed. */
export interface Spread {
  readonly claim: Claim;
  /** By seed. */
  readonly judgements: readonly Judgement[];
  /** Number of seeds with which all its checks hold. */
  readonly holds: number;
  /** Whether any value depends on the seed. */
  readonly isDrawn: boolean;
  /**
   * The verdict over all seeds: `broken` if a claim declared to pass fails with one of them, `mended` only if
   * one declared to fail holds with all.
   */
  readonly verdict: Verdict;
}

/** Joins the judgements of each seed; all are of the same claims in the same order. */
export function spreadsOf(bySeed: readonly (readonly Judgement[])[]): Spread[] {
  const [first = []] = bySeed;
  return first.map(({ claim }, index) => {
    const judgements = bySeed.map((judged) => judged[index] as Judgement);
    const values = new Set(
      judgements.map(({ results }) => JSON.stringify(results.map((result) => result.values))),
    );
    return {
      claim,
      judgements,
      holds: judgements.filter(({ results }) => results.every(({ holds }) => holds)).length,
      isDrawn: values.size > 1,
      verdict: verdictOf(
        claim,
        judgements.flatMap(({ results }) => results),
      ),
    };
  });
}
