/**
 * Published tables about other machines, as data (`tables/*.json`), and the model's agreement with their
 * ratios and shapes. Their hardware differs: each cell is judged relative to the reference cell of its group,
 * each shape as a separate check. Rows of this project's machine are in `../predict` and not mixed with
 * these.
 */
import type { Translated } from '../../lib/languages.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Check, RunSpec, Topic } from '../check/claim.ts';
import { evaluate, type Point, type Results, runsIn } from '../check/expression.ts';
import { type CheckResult, judge } from '../check/judge.ts';
import { runsOf, scenariosOf } from '../check/runs.ts';
import { median, relativeError } from '../predict/statistics.ts';

/** Target of a published table: median error of its ratios (a share), and no wrong shape without a reason. */
export const RATIO_TARGET = 0.15;

/** One number of a table. */
export interface Cell {
  /** Identifies it in its table: `GET, c = 50`. */
  readonly name: string;
  /** The model's value, as a formula over the runs of the table (`../check/expression.ts`). */
  readonly value: string;
  /** The published value, in the unit of the formula. */
  readonly seen: number;
}

/** Cells of one unit, of which the first is the reference. */
export interface Group {
  readonly name: string;
  readonly cells: readonly Cell[];
}

/** An order, a plateau or a direction that the table shows. */
export interface Shape {
  readonly statement: Translated;
  readonly check: Check;
  /** Why the model is known to be wrong here; a shape that holds has none. */
  readonly because?: Translated;
}

/** One file of `tables`. */
export interface PublishedTable {
  /** Name of its file. */
  readonly id: string;
  readonly title: Translated;
  readonly source: { readonly name: string; readonly url: string; readonly published: string };
  /** Machines, versions and load by the source. */
  readonly setup: string;
  /** Profile and settings that represent it, chosen before the result was known. */
  readonly mapping: string;
  /** Costs fitted to its numbers, if any. */
  readonly fitted?: string;
  readonly runs: Readonly<Record<string, RunSpec>>;
  readonly groups: readonly Group[];
  readonly shapes: readonly Shape[];
}

/** A cell with its prediction; ratios are to the reference cell of its group. */
export interface CellResult {
  readonly name: string;
  readonly seen: number;
  readonly predicted: number;
  readonly seenRatio: number;
  readonly predictedRatio: number;
  /** Predicted ratio / published ratio − 1; undefined for the reference. */
  readonly error?: number;
}

/** A shape with the model's result. */
export interface ShapeResult {
  readonly shape: Shape;
  readonly result: CheckResult;
}

/** A table with the model's results. */
export interface TableResult {
  readonly table: PublishedTable;
  readonly groups: readonly { readonly name: string; readonly cells: readonly CellResult[] }[];
  readonly shapes: readonly ShapeResult[];
}

/** Agreement of all tables. */
export interface Agreement {
  /** Cells with a ratio: all but the references. */
  readonly cells: number;
  /** Median absolute error of the ratios (a share); NaN without any. */
  readonly medianError: number;
  readonly shapes: number;
  /** Shapes that do not hold, with and without a named reason. */
  readonly wrong: readonly Shape[];
  readonly wrongWithoutReason: readonly Shape[];
  /** Shapes with a reason that hold nevertheless: the reason is out of date. */
  readonly mended: readonly Shape[];
}

const files = import.meta.glob<Omit<PublishedTable, 'id'>>('./tables/*.json', {
  eager: true,
  import: 'default',
});

/** All tables, in the order of their ids. */
export const publishedTables: readonly PublishedTable[] = Object.entries(files)
  .map(([path, table]) => ({ id: path.slice('./tables/'.length, -'.json'.length), ...table }))
  .sort((left, right) => (left.id < right.id ? -1 : 1));

/** Completes a partial scenario, or throws. */
type Complete = (partial: Json) => Scenario;

/** Runs a scenario to its end. */
type Run = (scenario: Scenario) => Summary;

/**
 * Predicts a table.
 * @throws when a run does not exist, or a scenario is refused
 */
export async function predictTable(
  table: PublishedTable,
  complete: Complete,
  run: Run,
): Promise<TableResult> {
  const points = new Map<string, Point[]>();
  const topic: Topic = { id: table.id, title: { en: '', 'zh-CN': '' }, runs: table.runs, claims: [] };
  for (const name of runsOfTable(table)) {
    const planned = await scenariosOf(topic, name, complete);
    points.set(
      name,
      planned.map(({ key, scenario }) => ({ key, summary: run(complete(scenario)) })),
    );
  }
  const results: Results = (name) => points.get(name) ?? [];
  return {
    table,
    groups: table.groups.map(({ name, cells }) => ({ name, cells: cellResults(cells, results) })),
    shapes: table.shapes.map((shape) => ({ shape, result: shapeResult(shape, results) })),
  };
}

function runsOfTable({ groups, shapes }: PublishedTable): string[] {
  const ofCells = groups.flatMap(({ cells }) => cells.flatMap(({ value }) => runsIn(value)));
  return [...new Set([...ofCells, ...shapes.flatMap((shape) => runsOf(asClaim(shape)))])];
}

function cellResults(cells: readonly Cell[], results: Results): CellResult[] {
  const predictions = cells.map(({ value }) => evaluate(value, results)[0] ?? Number.NaN);
  const [reference] = cells;
  const [predictedReference = Number.NaN] = predictions;
  return cells.map(({ name, seen }, index) => {
    const predicted = predictions[index] ?? Number.NaN;
    const seenRatio = seen / (reference?.seen ?? Number.NaN);
    const predictedRatio = predicted / predictedReference;
    const error = relativeError(predictedRatio, seenRatio);
    return { name, seen, predicted, seenRatio, predictedRatio, ...(index > 0 ? { error } : {}) };
  });
}

const shapeResult = (shape: Shape, results: Results): CheckResult =>
  judge(asClaim(shape), results).results[0] as CheckResult;

const asClaim = ({ check }: Shape) =>
  ({
    id: '',
    source: '',
    kind: 'D',
    statement: { en: '', 'zh-CN': '' },
    checks: [check],
    status: 'passing',
  }) as const;

/** The agreement of some tables. */
export function agreementOf(tables: readonly TableResult[]): Agreement {
  const errors = tables.flatMap(({ groups }) =>
    groups.flatMap(({ cells }) => cells.flatMap(({ error }) => (error === undefined ? [] : [error]))),
  );
  const shapes = tables.flatMap((table) => table.shapes);
  const wrong = shapes.filter(({ result }) => !result.holds).map(({ shape }) => shape);
  return {
    cells: errors.length,
    medianError: median(errors.map(Math.abs)),
    shapes: shapes.length,
    wrong,
    wrongWithoutReason: wrong.filter(({ because }) => because === undefined),
    mended: shapes
      .filter(({ shape, result }) => result.holds && shape.because !== undefined)
      .map(({ shape }) => shape),
  };
}
