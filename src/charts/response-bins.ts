/** Bins of response times, equally wide on a logarithmic or linear axis. */

import { bisectRight, range, tickStep } from 'd3-array';
import { countOf, type DistributionData, type DistributionSide } from './percentiles.ts';
import { quantileOf } from './quantiles.ts';

/** Bins per octave, finest first. Finer ones would not be visible. */
const PER_OCTAVE = [16, 8, 4, 2, 1] as const;
const MAX_BINS = 150;
/** Bins per octave when zoomed in; finer ones would show the engine's bucket borders. */
const PART_PER_OCTAVE = [32, ...PER_OCTAVE] as const;

/**
 * Bins of a linear axis, which ends at this share of the slower side: tails are orders of magnitude longer.
 */
const LINEAR_BINS = 50;
const LINEAR_TO = 0.99;

/** Shares of each side's completed requests by bin. */
export interface Bins {
  /** Lower edges, and the upper edge of the last bin. */
  readonly edges: readonly number[];
  /** Number of visible bins; on a linear axis the next bin holds all slower requests. */
  readonly shown: number;
  readonly sides: readonly { readonly side: DistributionSide; readonly shares: readonly number[] }[];
}

/** Counts each engine bucket in the bin of its middle. */
export function binsOf({ sides, isLinear = false, shown }: DistributionData): Bins {
  const middles = sides.flatMap(({ buckets }) => buckets.map(({ middleNs }) => middleNs));
  if (middles.length === 0) return { edges: [], shown: 0, sides: [] };
  const max = shown?.[1] ?? Math.max(...middles);
  const edges = isLinear
    ? linearEdges(sides, shown?.[0] ?? 0, max, shown !== undefined)
    : logEdges(shown?.[0] ?? Math.min(...middles), max, shown ? PART_PER_OCTAVE : PER_OCTAVE);
  const isOpen = isLinear && !shown && (edges.at(-1) ?? 0) <= max;
  return {
    edges: isOpen ? [...edges, Math.max(...sides.map(({ buckets }) => buckets.at(-1)?.toNs ?? 0))] : edges,
    shown: edges.length - 1,
    sides: sides.map((side) => {
      const shares = new Array<number>(edges.length - (isOpen ? 0 : 1)).fill(0);
      for (const { middleNs, count } of side.buckets) {
        const bin = bisectRight(edges, middleNs) - 1;
        // A zoomed axis counts only its own range.
        if (bin in shares) shares[bin] = (shares[bin] as number) + count / countOf(side);
      }
      return { side, shares };
    }),
  };
}

function logEdges(leastNs: number, mostNs: number, fineness: readonly number[]): number[] {
  const [min, max] = [leastNs, mostNs].map((ns) => Math.log2(Math.max(1, ns))) as [number, number];
  const per = fineness.find((fine) => (max - min) * fine <= MAX_BINS) ?? 1;
  const first = Math.floor(min * per);
  return range(first, Math.floor(max * per) + 2).map((index) => 2 ** (index / per));
}

/** Round edges from zero, up to most requests; when zoomed in, the full range. */
function linearEdges(
  sides: readonly DistributionSide[],
  fromNs: number,
  mostNs: number,
  isPart: boolean,
): number[] {
  const ends = sides.flatMap(({ buckets }) => quantileOf(buckets, LINEAR_TO) ?? []);
  const end = Math.max(1, isPart ? mostNs : Math.min(mostNs, Math.max(...ends)));
  const width = tickStep(fromNs, end, LINEAR_BINS);
  const first = Math.floor(fromNs / width);
  return range(first, Math.floor(end / width) + 2).map((index) => index * width);
}
