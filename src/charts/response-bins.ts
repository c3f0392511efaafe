/** Response times in intervals that are equally wide on the axis, which is logarithmic or linear. */

import { bisectRight, range, tickStep } from 'd3-array';
import { countOf, type DistributionData, type DistributionSide } from './percentiles.ts';
import { quantileOf } from './quantiles.ts';

/** Intervals an octave, finest first: as fine as the engine counts is finer than can be seen. */
const PER_OCTAVE = [16, 8, 4, 2, 1] as const;
const MOST_BINS = 150;
/** Of a part of the axis; finer ones would show where the engine's own intervals end. */
const PART_PER_OCTAVE = [32, ...PER_OCTAVE] as const;

/** Intervals of a linear axis, which ends where the slower side has had this share of its answers: tails are longer by magnitudes. */
const LINEAR_BINS = 50;
const LINEAR_TO = 0.99;

/** Shares of all answers of each side, by interval. */
export interface Bins {
  /** Where intervals begin, and where the last one ends. */
  readonly edges: readonly number[];
  /** Intervals that the axis shows; on a linear one, what took longer is in the one after them. */
  readonly shown: number;
  readonly sides: readonly { readonly side: DistributionSide; readonly shares: readonly number[] }[];
}

/** A bucket of the engine is counted whole where its middle lies. */
export function binsOf({ sides, isLinear = false, shown }: DistributionData): Bins {
  const middles = sides.flatMap(({ buckets }) => buckets.map(({ middleNs }) => middleNs));
  if (middles.length === 0) return { edges: [], shown: 0, sides: [] };
  const most = shown?.[1] ?? Math.max(...middles);
  const edges = isLinear
    ? linearEdges(sides, shown?.[0] ?? 0, most, shown !== undefined)
    : logEdges(shown?.[0] ?? Math.min(...middles), most, shown ? PART_PER_OCTAVE : PER_OCTAVE);
  const isOpen = isLinear && !shown && (edges.at(-1) ?? 0) <= most;
  return {
    edges: isOpen ? [...edges, Math.max(...sides.map(({ buckets }) => buckets.at(-1)?.toNs ?? 0))] : edges,
    shown: edges.length - 1,
    sides: sides.map((side) => {
      const shares = new Array<number>(edges.length - (isOpen ? 0 : 1)).fill(0);
      for (const { middleNs, count } of side.buckets) {
        const bin = bisectRight(edges, middleNs) - 1;
        // Of a part of the axis only what is in it.
        if (bin in shares) shares[bin] = (shares[bin] as number) + count / countOf(side);
      }
      return { side, shares };
    }),
  };
}

function logEdges(leastNs: number, mostNs: number, fineness: readonly number[]): number[] {
  const [least, most] = [leastNs, mostNs].map((ns) => Math.log2(Math.max(1, ns))) as [number, number];
  const per = fineness.find((fine) => (most - least) * fine <= MOST_BINS) ?? 1;
  const first = Math.floor(least * per);
  return range(first, Math.floor(most * per) + 2).map((index) => 2 ** (index / per));
}

/** Round times, from zero on as far as most answers took; of a part of the axis all of it. */
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
