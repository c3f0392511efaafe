/** The recorded predictions that the page shows are what the engine answers (those of claims: `claims.test.ts`). */
import { expect, it } from 'vitest';
import { answerOf, rounded, rowName } from '../../src/evidence/answers/answers.ts';
import recorded from '../../src/evidence/answers/generated/rows.json';
import { allRows, compare, predict } from '../../src/evidence/predict/predict.ts';
import { loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

/** `npm run golden:update` records them after a wanted change of the model. */
it('the page shows what the engine predicts for every measured row', () => {
  const answers = allRows().map((row) => [rowName(row), rounded(answerOf(predict(engine, row)))]);
  expect(Object.fromEntries(answers)).toEqual(recorded);
}, 120_000);

it('a recorded prediction is compared as a fresh one is', () => {
  for (const row of allRows().slice(0, 3)) {
    const fresh = predict(engine, row).comparisons;
    const answer = (recorded as Record<string, Record<string, number>>)[rowName(row)] ?? {};
    const again = compare(row, (quantity) => answer[quantity]);
    expect(again.map(({ quantity }) => quantity)).toEqual(fresh.map(({ quantity }) => quantity));
    for (const [index, { error }] of again.entries())
      expect(error).toBeCloseTo(fresh[index]?.error ?? Number.NaN, 4);
  }
});
