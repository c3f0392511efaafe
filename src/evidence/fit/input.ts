/** The input of a fit: a small file in `inputs/` for each profile that has fitted costs. */
import type { Json } from '../../model/scenario/patch.ts';
import { allRows } from '../predict/predict.ts';
import type { MeasuredValue, Quantity, Row } from '../predict/row.ts';

/** A cost that the fit may choose. All others are fixed, with their source in the profile. */
export interface FreeCost {
  /** Its name in scenarios. */
  readonly cost: string;
  /** Costs with the same value: the rows determine their sum only. */
  readonly alike?: readonly string[];
  /** Costs in a fixed proportion to it, and the factor of each: the rows determine one speed for all of them. */
  readonly inProportion?: Readonly<Record<string, number>>;
  /** Start of the search, and the plausible range. */
  readonly start: number;
  readonly min: number;
  readonly max: number;
  /** Why no direct measurement fixes it, in whole sentences. */
  readonly why: string;
}

/** A configuration with the compared quantities and their weights (1: a residual of 10 % counts as 10 %). */
export interface Target {
  /** `table configuration` of a measured row, or the name of one in `published`. */
  readonly row: string;
  readonly weights: Partial<Record<Quantity, number>>;
}

/** A ratio of throughputs that was published without the throughputs. */
export interface RatioTarget {
  readonly of: string;
  readonly to: string;
  readonly seen: number;
  readonly weight: number;
}

/** A configuration from an article. */
export interface Published {
  /** Its publication, in sentences without their last full stop; a remark on this value follows a semicolon. */
  readonly source: string;
  readonly scenario: Json;
  readonly seen: Partial<Record<Quantity, number>>;
}

/** The whole file. */
export interface FitInput {
  readonly profile: string;
  readonly free: readonly FreeCost[];
  /**
   * Regularisation: weight of a cost at e times its start, like a relative error, where the rows do not
   * determine all costs. None when absent.
   */
  readonly inertia?: number;
  /**
   * Points per neighbourhood for the slopes, where rows jump between neighbouring costs. Central differences
   * when absent.
   */
  readonly neighbours?: number;
  /** Rows to fit. */
  readonly fit: readonly (Target | RatioTarget)[];
  /** Rows held out to judge the result. */
  readonly judge: readonly (Target | RatioTarget)[];
  readonly published?: Readonly<Record<string, Published>>;
}

const files = import.meta.glob<FitInput>('./inputs/*.json', { eager: true, import: 'default' });

/** All fits, by profile. */
export const fitInputs: ReadonlyMap<string, FitInput> = new Map(
  Object.values(files).map((input) => [input.profile, input]),
);

/** The configurations that an input names. */
export function rowsOf(input: FitInput): ReadonlyMap<string, Row> {
  const measured = new Map(allRows().map((row) => [`${row.table} ${row.id}`, row]));
  const names = [...input.fit, ...input.judge].flatMap((target) =>
    'row' in target ? [target.row] : [target.of, target.to],
  );
  return new Map(
    [...new Set(names)].map((name) => {
      const published = input.published?.[name];
      const row = published ? fromArticle(name, published) : measured.get(name);
      if (!row) throw new Error(`${input.profile}: there is no row "${name}"`);
      return [name, row];
    }),
  );
}

function fromArticle(id: string, { scenario, seen }: Published): Row {
  const exact = (value: number): MeasuredValue => ({ value, low: value, high: value });
  return {
    table: 'published',
    id,
    scenario,
    seen: Object.fromEntries(Object.entries(seen).map(([quantity, value]) => [quantity, exact(value)])),
    rangeCounts: false,
  };
}
