/** Results of the ready comparisons, recorded by this project: the page shows them until the reader has measured. */
import type { ComparisonResult } from './result.ts';

const files = import.meta.glob<ComparisonResult>('./samples/*.json', { eager: true, import: 'default' });

/** By id of the comparison. */
export const SAMPLE_RESULTS: ReadonlyMap<string, ComparisonResult> = new Map(
  Object.values(files).map((result) => [result.comparison, result]),
);
