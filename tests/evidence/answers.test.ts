/** The recorded predictions that the page shows are what the engine answers (those of claims: `claims.test.ts`). */
import { expect, it } from 'vitest';
import { answerOf, rounded, rowName } from '../../src/evidence/answers/answers.ts';
import recorded from '../../src/evidence/answers/generated/rows.json';
import { allRows, compare, predict } from '../../src/evidence/predict/predict.ts';
import { loadEngine } from '../engine/runs.ts';
import { deep } from '../support/tier.ts';

const engine = await loadEngine();
/** Every fourth row meets every client and table; the deep tier predicts all. */
const STEP = deep ? 1 : 4;

/** `npm run golden:update` records them after a wanted change of the model. */
it('the page shows the engine’s predictions of measured rows', () => {
  const answers = allRows()
    .filter((_, index) => index % STEP === 0)
    .map((row) => [rowName(row), rounded(answerOf(predict(engine, row)))]);
  expect(recorded).toMatchObject(Object.fromEntries(answers));
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
