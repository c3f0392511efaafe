/** The stored result of every fit: the costs, the fitted rows, and the held-out rows. */
import { median } from '../predict/statistics.ts';
import type { FitResult, Residual } from './fit.ts';
import type { FitInput } from './input.ts';

const results = import.meta.glob<FitResult>('./results/*.json', { eager: true, import: 'default' });
const inputs = import.meta.glob<FitInput>('./inputs/*.json', { eager: true, import: 'default' });

/** Absolute deviations of some values (shares). */
export interface Deviation {
  readonly values: number;
  readonly median: number;
  readonly worst: number;
}

/** A fit with its deviations. */
export interface StoredFit extends FitResult {
  /** The publications of its values, each once, in English; none when the values are this project's own. */
  readonly sources: readonly string[];
  /** Of the fitted values, and of those held out. */
  readonly decided: Deviation;
  readonly judged: Deviation;
}

/** The publication without the remark on a single value. */
const publication = (source: string): string => `${source.split(';')[0]}.`;

function deviationOf(residuals: readonly Residual[]): Deviation {
  const sizes = residuals.map(({ error }) => Math.abs(error));
  return { values: sizes.length, median: median(sizes), worst: Math.max(...sizes) };
}

/** All fits, by profile name. */
export const storedFits: readonly StoredFit[] = Object.entries(results).map(([file, result]) => {
  const published = Object.values(inputs[file.replace('/results/', '/inputs/')]?.published ?? {});
  return {
    ...result,
    sources: [...new Set(published.map(({ source }) => publication(source)))],
    decided: deviationOf(result.fit),
    judged: deviationOf(result.judge),
  };
});
