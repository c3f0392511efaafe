/** The recorded predictions that the page shows are what the engine answers (those of claims: `claims.test.ts`). */
import { expect, it } from 'vitest';
import { answerOf, rounded, rowName } from '../../src/evidence/answers/answers.ts';
import published from '../../src/evidence/answers/generated/published.json';
import recorded from '../../src/evidence/answers/generated/rows.json';
import { allRows, compare, predict } from '../../src/evidence/predict/predict.ts';
import { predictWith, tableAnswer } from '../../src/evidence/published/predict.ts';
import { publishedTables } from '../../src/evidence/published/published.ts';
import { loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();
/** Tables of few and short runs. */
const QUICK_TABLES = ['rueidis-flush-delay', 'go-redis-autopipeline'];
/** Every eighth row meets every table; the deep tier predicts all. */
const STEP = deep ? 1 : 8;

/** `npm run golden:update` records them after a wanted change of the model. */
it('the page shows the engine’s predictions of measured rows', () => {
  const rows = allRows().filter((_, index) => index % STEP === 0);
  const tablesOf = (some: typeof rows) => new Set(some.map(({ table }) => table));
  expect(tablesOf(rows)).toEqual(tablesOf(allRows()));
  const answers = rows.map((row) => [rowName(row), rounded(answerOf(predict(engine, row)))]);
  expect(recorded).toMatchObject(Object.fromEntries(answers));
}, 120_000);

it('the page shows the engine’s results of published tables, and a reason for each wrong shape', async () => {
  expect(Object.keys(published)).toEqual(publishedTables.map(({ id }) => id));
  for (const { id, shapes } of publishedTables) {
    const { holds } = published[id as keyof typeof published];
    // A shape that holds has no reason, and a wrong one has one in both languages.
    expect(
      shapes.map(({ because }) => because?.en !== undefined && because['zh-CN'] !== undefined),
      id,
    ).toEqual(holds.map((isRight) => !isRight));
  }
  for (const table of publishedTables.filter(({ id }) => deep || QUICK_TABLES.includes(id)))
    expect(published[table.id as keyof typeof published], table.id).toEqual(
      rounded(tableAnswer(await predictWith(engine, table))),
    );
}, 120_000);

it('every measured row has exactly one recorded prediction', () => {
  expect(Object.keys(recorded).sort()).toEqual(allRows().map(rowName).sort());
});

it('a recorded prediction is compared like a new one', () => {
  for (const row of allRows().slice(0, 3)) {
    const fresh = predict(engine, row).comparisons;
    const answer = (recorded as Record<string, Record<string, number>>)[rowName(row)] ?? {};
    const again = compare(row, (quantity) => answer[quantity]);
    expect(again.map(({ quantity }) => quantity)).toEqual(fresh.map(({ quantity }) => quantity));
    for (const [index, { error }] of again.entries())
      expect(error).toBeCloseTo(fresh[index]?.error ?? Number.NaN, 4);
  }
});
