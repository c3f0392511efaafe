/** What every fit came to, as it is kept: the costs, what decided them, and what judges them. */
import { median } from '../predict/statistics.ts';
import type { FitResult, Residual } from './fit.ts';
import type { FitInput } from './input.ts';

const results = import.meta.glob<FitResult>('./results/*.json', { eager: true, import: 'default' });
const inputs = import.meta.glob<FitInput>('./inputs/*.json', { eager: true, import: 'default' });

/** How far some values are off, without their signs (shares). */
export interface Deviation {
  readonly values: number;
  readonly median: number;
  readonly worst: number;
}

/** A fit with what it comes to. */
export interface StoredFit extends FitResult {
  /** The publications whose values it uses, each once, in English; none when the values are this project's own. */
  readonly sources: readonly string[];
  /** Of the values that decided, and of those that were kept aside. */
  readonly decided: Deviation;
  readonly judged: Deviation;
}

/** What is said of a single value stands behind a semicolon. */
const publication = (source: string): string => source.split(';')[0] ?? source;

function deviationOf(residuals: readonly Residual[]): Deviation {
  const sizes = residuals.map(({ error }) => Math.abs(error));
  return { values: sizes.length, median: median(sizes), worst: Math.max(...sizes) };
}

/** All fits, by the names of their profiles. */
export const storedFits: readonly StoredFit[] = Object.entries(results).map(([file, result]) => {
  const published = Object.values(inputs[file.replace('/results/', '/inputs/')]?.published ?? {});
  return {
    ...result,
    sources: [...new Set(published.map(({ source }) => publication(source)))],
    decided: deviationOf(result.fit),
    judged: deviationOf(result.judge),
  };
});
