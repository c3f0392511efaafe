/** How well the model agrees with the measurements: within its targets but for known rows, and as wasm/model says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { type RowAnswers, rowName } from '../../src/evidence/answers/answers.ts';
import recorded from '../../src/evidence/answers/generated/rows.json';
import { isCounted } from '../../src/evidence/check/mutation.ts';
import { filed } from '../../src/evidence/check/topics.ts';
import { accuracyOf, errorByRule, TARGETS } from '../../src/evidence/predict/accuracy.ts';
import { allRows, compare } from '../../src/evidence/predict/predict.ts';
import type { Row } from '../../src/evidence/predict/row.ts';

const answers: RowAnswers = recorded;
/** `answers.test.ts` holds the recorded answers against the engine. */
const predictions = allRows().map((row) => ({
  row,
  comparisons: compare(row, (quantity) => answers[rowName(row)]?.[quantity]),
}));
const all = accuracyOf(predictions);

/** The rows of the table in wasm/model/validation.md. */
const groups: Readonly<Record<string, (row: Row) => boolean>> = {
  'Jedis and Lettuce, loopback': ({ table, id }) => table === 'java_clients' && id.startsWith('loopback'),
  'Jedis and Lettuce, 1, 12 and 50 ms': ({ table, id }) =>
    table === 'java_clients' && !id.startsWith('loopback'),
  'batches of one Jedis thread, loopback': ({ table, id }) =>
    table === 'batch_ops' && id.startsWith('loopback'),
  'the same, 1 ms': ({ table, id }) => table === 'batch_ops' && id.startsWith('1ms'),
  'redigo and go-redis, loopback': ({ table, id }) => table === 'go_clients' && id.startsWith('loopback'),
  'redigo and go-redis, 1 ms': ({ table, id }) => table === 'go_clients' && id.startsWith('1ms'),
  'node-redis and ioredis': ({ table }) => table === 'node_clients',
  'redis-benchmark, pipelines of 1 to 256': ({ table }) => table === 'redis_benchmark',
  'redis-benchmark on one core, two, or anywhere': ({ table }) => table === 'placement',
  'redis-benchmark, `io-threads 2` on two cores': ({ table }) => table === 'io_threads',
  all: () => true,
};

const chapter = (name: string) => readFileSync(at(`wasm/model/${name}.md`), 'utf8');
const validation = chapter('validation');
const published = chapter('claims');
/** The same without line breaks. */
const sentences = published.replaceAll('\n', ' ');
const [, table = ''] = validation.split('| rows | number | median error | worst |\n|---|---|---|---|\n');
const lines = (table.trimEnd().split('\n\n')[0] ?? '').split('\n').map((line) =>
  line
    .split('|')
    .slice(1, 5)
    .map((cell) => cell.trim()),
);
/** A share as it is written there, with as many digits. */
const percent = (share: number, like: string) => `${(100 * share).toFixed(like.includes('.') ? 1 : 0)} %`;

describe('the measured throughput', () => {
  it('is predicted within the targets', () => {
    expect(all.medianErrorRange).toBeLessThanOrEqual(TARGETS.medianError);
    expect(all.spearman).toBeGreaterThanOrEqual(TARGETS.spearman);
    const missed = predictions.filter(
      ({ row, comparisons }) =>
        !row.aside &&
        comparisons.some(
          (comparison) =>
            comparison.quantity === 'perSec' && errorByRule(row, comparison) > TARGETS.worstError,
        ),
    );
    expect(missed.map(({ row }) => rowName(row))).toEqual([]);
  });

  it('is predicted within the target of the median in every group of rows', () => {
    for (const [name, isOne] of Object.entries(groups)) {
      const { medianErrorRange } = accuracyOf(predictions.filter(({ row }) => isOne(row)));
      expect(medianErrorRange, name).toBeLessThanOrEqual(TARGETS.medianError);
    }
  });
});

describe('wasm/model/validation.md', () => {
  it('has a line for every group', () => {
    expect(lines.map(([name]) => name)).toEqual(Object.keys(groups));
  });

  it.each(lines.map((line) => [line[0] ?? '', line] as const))('is correct for %s', (name, line) => {
    const [, number = '', median = '', worst = ''] = line;
    const found = accuracyOf(predictions.filter(({ row }) => groups[name]?.(row)));
    expect(String(found.rows)).toBe(number);
    expect(percent(found.medianError, median)).toBe(median);
    expect(worst.startsWith(percent(found.worstError, ''))).toBe(true);
  });

  it('is correct for the rank correlation and the reads of the server', () => {
    expect(validation).toContain(`Rank correlation over all rows: ${all.spearman.toFixed(2)}.`);
    const { within, of } = all.others.readsPerCommand ?? {};
    expect(validation).toContain(
      `Commands per read() of the server agree within 25 % in ${within} of ${of} rows`,
    );
  });
});

describe('wasm/model/claims.md', () => {
  const claims = filed.map(({ claim }) => claim);
  const failing = claims.filter(({ status }) => status === 'failing').map(({ id }) => id);

  it('lists all failed claims, each with a cause', () => {
    const [, number, errors = ''] =
      /The (\d+) statements that fail[^\n]*\n\n\| cause \| statements \| size \|\n\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(
        published,
      ) ?? [];
    const listed = errors.split('\n').flatMap((line) => {
      const cell = line.split(' | ')[1]?.replace(/\([^)]*\)/g, '') ?? '';
      let topic = '';
      return cell.split(/[,;]/).map((name) => {
        topic = /^\w+/.exec(name.trim())?.[0] ?? topic;
        return name.trim().replace(/^\w*/, topic);
      });
    });
    expect(listed.toSorted()).toEqual(failing.toSorted());
    expect(Number(number)).toBe(failing.length);
  });

  it('states the number of falsifiable claims and of those that hold by construction', () => {
    const passing = claims.filter(({ status }) => status === 'passing');
    const counted = passing.filter(isCounted);
    expect(sentences).toContain(`${counted.length} statements hold and could fail`);
    expect(sentences).toContain(`${passing.length - counted.length} hold by construction and do not count`);
  });

  it('states the number of claims that are no prediction', () => {
    const fitted = claims.filter((claim) => claim.fitted);
    const holding = fitted.filter(isCounted);
    expect(sentences).toContain(`${fitted.length} statements quote figures`);
    expect(sentences).toContain(`counts them apart (${holding.length} of those that hold)`);
  });
});
