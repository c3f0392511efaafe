/** Published tables on an engine, and their results as they are recorded for the page. */
import { type Engine, ScenarioRefused } from '../../model/engine/engine.ts';
import { type PublishedTable, predictTable, type TableResult } from './published.ts';

/**
 * Predicts a table.
 * @throws when a run does not exist, or a scenario is refused
 */
export const predictWith = (engine: Engine, table: PublishedTable): Promise<TableResult> =>
  predictTable(
    table,
    (partial) => {
      const { scenario, issues } = engine.normalize(JSON.stringify(partial));
      if (!scenario) throw new ScenarioRefused(issues);
      return scenario;
    },
    (scenario) => {
      engine.open(scenario, false);
      engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
      return engine.summary();
    },
  );

/** The results of a table that the page shows. */
export interface TableAnswer {
  /** Errors of the ratios (shares), cell by cell; references have none. */
  readonly errors: readonly number[];
  /** Whether each shape holds, in the order of the table. */
  readonly holds: readonly boolean[];
}

/** Results of each table, by its id. */
export type TableAnswers = Readonly<Record<string, TableAnswer>>;

/** A result as it is recorded. */
export const tableAnswer = ({ groups, shapes }: TableResult): TableAnswer => ({
  errors: groups.flatMap(({ cells }) => cells.flatMap(({ error }) => error ?? [])),
  holds: shapes.map(({ result: { holds } }) => holds),
});
