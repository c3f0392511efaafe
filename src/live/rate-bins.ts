/** Progress of a real run as equal intervals with their rates. */
import type { Progress } from '../bridge/workload/measured.ts';

/** Most intervals that are drawn; a longer run has longer ones. */
const MOST_BINS = 60;
/** Shortest interval: that of the bridge's reports. */
const SHORTEST_NS = 100e6;

/** Each report is spread over the intervals that it covers: reports never come exactly in time. */
export function rateBins(progress: readonly Progress[]): { binNs: number; perSec: number[] } {
  const endNs = (progress.at(-1)?.atUs ?? 0) * 1000;
  const binNs = SHORTEST_NS * Math.max(1, Math.ceil(endNs / SHORTEST_NS / MOST_BINS));
  // The last interval is shown once all of it has passed.
  const counts = new Array<number>(Math.floor(endNs / binNs)).fill(0);
  for (const { atUs, intervalUs, completed } of progress) {
    const [from, to] = [Math.max(0, (atUs - intervalUs) * 1000), atUs * 1000];
    for (let bin = Math.floor(from / binNs); bin < counts.length && bin * binNs < to; bin++) {
      const shared = Math.min(to, (bin + 1) * binNs) - Math.max(from, bin * binNs);
      counts[bin] = (counts[bin] ?? 0) + (completed * shared) / Math.max(1, to - from);
    }
  }
  return { binNs, perSec: counts.map((count) => (count * 1e9) / binNs) };
}
