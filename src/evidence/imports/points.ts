/** Helpers of importers: pipelines, connections, unique names, and consistency of values. */
import { PIPELINE } from './importer.ts';
import { CALLERS } from './known-fields.ts';
import type { Estimate, OverlayPoint, PercentilePoint } from './overlay.ts';
import { contradiction } from './refusal.ts';

/** Makes names unique: a test that was run several times is numbered. */
export function numbered(points: readonly OverlayPoint[]): OverlayPoint[] {
  const seen = new Map<string, number>();
  const names = new Set(points.map(({ name }) => name));
  return points.map((point) => {
    let count = (seen.get(point.name) ?? 0) + 1;
    // A name in the file itself ("GET (2)") is kept.
    while (count > 1 && names.has(`${point.name} (${count})`)) count++;
    seen.set(point.name, count);
    return count === 1 ? point : { ...point, name: `${point.name} (${count})` };
  });
}

/** Facts about the load generator. */
export interface Generator {
  readonly connections?: number | undefined;
  readonly pipeline?: number | undefined;
}

/** The resulting settings: each connection has one request in flight, and a pipeline is one request. */
export function settings({
  connections,
  pipeline = 1,
}: Generator): Pick<OverlayPoint, 'at' | 'connections' | 'pipeline'> {
  return {
    at: {
      ...(connections === undefined ? {} : { [CALLERS]: connections }),
      ...(pipeline > 1 ? { 'workload.batch.kind': 'pipeline', [PIPELINE]: pipeline } : {}),
    },
    ...(connections === undefined ? {} : { connections }),
    ...(pipeline > 1 ? { pipeline } : {}),
  };
}

/** A rate of commands as a rate of pipelines. */
export const perBatch = ({ value, low, high }: Estimate, pipeline = 1): Estimate => ({
  value: value / pipeline,
  ...(low === undefined ? {} : { low: low / pipeline }),
  ...(high === undefined ? {} : { high: high / pipeline }),
});

/** Percentiles in rising order, one per share: the later of two for the same share counts. */
export function sorted(percentiles: readonly PercentilePoint[]): PercentilePoint[] {
  const byShare = new Map<number, PercentilePoint>();
  for (const point of percentiles) byShare.set(Number(point.share.toPrecision(12)), point);
  return [...byShare.entries()].sort(([left], [right]) => left - right).map(([, point]) => point);
}

/** Tolerance factor for an inversion of two values by rounding. */
const SLACK = 1.05;

/**
 * The point, unless its values contradict each other: falling percentiles, or a mean above the largest value.
 * @param resolutionUs step in which the tool prints times
 * @throws Refusal
 */
export function consistent(format: string, point: OverlayPoint, resolutionUs = 1): OverlayPoint {
  const { minUs, maxUs, meanUs, percentiles } = point;
  const named = percentiles.map(({ share, us, fromUs }) => ({
    what: `p${percentText(share)}`,
    us,
    fromUs: fromUs ?? us,
  }));
  const percentile = (what: string, us: number | undefined) =>
    us === undefined ? [] : [{ what, us, fromUs: us }];
  const rising = [...percentile('min', minUs), ...named, ...percentile('max', maxUs)];
  const bounds = [
    ...percentile('min', minUs),
    ...percentile('mean', meanUs?.value),
    ...percentile('max', maxUs),
  ];
  for (const list of [rising, bounds]) {
    let highest: (typeof rising)[number] | undefined;
    for (const next of list) {
      if (highest && highest.fromUs > next.us * SLACK + resolutionUs)
        throw contradiction(
          format,
          point.name,
          `${highest.what} ${shown(highest.fromUs)} > ${next.what} ${shown(next.us)}`,
        );
      if (!highest || next.fromUs > highest.fromUs) highest = next;
    }
  }
  const last = named.at(-1);
  if (
    maxUs === undefined &&
    last &&
    last.what === 'p100' &&
    meanUs &&
    meanUs.value > last.us * SLACK + resolutionUs
  )
    throw contradiction(format, point.name, `mean ${shown(meanUs.value)} > p100 ${shown(last.us)}`);
  return point;
}

const shown = (us: number): string => `${Number(us.toPrecision(6))} µs`;

/** 0.999 as "99.9". */
export const percentText = (share: number): string => String(Number((100 * share).toPrecision(10)));

/**
 * A total and its parts: the total is the point, and the parts are offered next to it. A single part equals
 * the total.
 * @param name of the total
 */
export function totalAndParts(
  points: readonly OverlayPoint[],
  name: string,
): { readonly points: readonly OverlayPoint[]; readonly parts?: readonly OverlayPoint[] } {
  const total = points.find((point) => point.name === name);
  const parts = points.filter((point) => point !== total);
  return total && parts.length > 0 ? { points: [total], parts } : { points };
}
