/** How far article, model and measurement agree, in ratios. */

import type { RateSource } from '../../charts/rate-ratios.ts';
import { median } from '../../evidence/predict/statistics.ts';
import type { ArticleOrder, ComparedConfiguration, Comparison } from './comparisons.ts';
import type { ComparisonRow } from './result.ts';

/** Smaller differences are noise of a measurement: they confirm no order. */
const TIE = 0.05;

/** Requests per second of one configuration from each source. */
export type Rates = Readonly<Partial<Record<RateSource, number>>>;

export function ratesOf({ articlePerSec }: ComparedConfiguration, row: ComparisonRow | undefined): Rates {
  const known: Record<RateSource, number | null | undefined> = {
    article: articlePerSec,
    modelThere: row?.modelTherePerSec,
    modelHere: row?.modelHerePerSec,
    measured: row?.measuredPerSec,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => typeof value === 'number'));
}

export interface Agreement {
  /** Orders of the article that a source confirms, of those that it decides; and the refuted ones. */
  readonly orders: Readonly<
    Record<Exclude<RateSource, 'article'>, { readonly held: number; readonly of: number }>
  >;
  readonly refuted: readonly ArticleOrder[];
  /** Median deviation of the ratios of the model here from the measured ones, as a share; undefined without any. */
  readonly modelError: number | undefined;
  /** The same of the article's ratios from the measured ones. */
  readonly articleError: number | undefined;
}

/** Ratio to the reference of every configuration that both sources know, except the reference itself. */
function deviations(
  { reference }: Comparison,
  rates: ReadonlyMap<string, Rates>,
  source: RateSource,
): number[] {
  const base = rates.get(reference);
  return [...rates].flatMap(([id, { [source]: value, measured }]) => {
    const [sourceBase, measuredBase] = [base?.[source], base?.measured];
    if (id === reference || !value || !measured || !sourceBase || !measuredBase) return [];
    return [Math.abs(value / sourceBase / (measured / measuredBase) - 1)];
  });
}

export function agreementOf(comparison: Comparison, rates: ReadonlyMap<string, Rates>): Agreement {
  const isHeld = ({ faster, slower }: ArticleOrder, source: RateSource): boolean | undefined => {
    const [more, less] = [rates.get(faster)?.[source], rates.get(slower)?.[source]];
    return more === undefined || less === undefined ? undefined : more > less * (1 + TIE);
  };
  const ordersOf = (source: RateSource) => {
    const decided = comparison.orders
      .map((order) => isHeld(order, source))
      .filter((held) => held !== undefined);
    return { held: decided.filter(Boolean).length, of: decided.length };
  };
  const errorOf = (source: RateSource) => {
    const all = deviations(comparison, rates, source);
    return all.length > 0 ? median(all) : undefined;
  };
  return {
    orders: {
      modelThere: ordersOf('modelThere'),
      modelHere: ordersOf('modelHere'),
      measured: ordersOf('measured'),
    },
    refuted: comparison.orders.filter((order) => isHeld(order, 'measured') === false),
    modelError: errorOf('modelHere'),
    articleError: errorOf('article'),
  };
}
