import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { type Check, CLAIM_KINDS, CONSTRUCTIONS, type Text } from '../../src/evidence/check/claim.ts';
import { evaluate } from '../../src/evidence/check/expression.ts';
import { measures } from '../../src/evidence/check/measures.ts';
import { runsOf } from '../../src/evidence/check/runs.ts';
import { filed, topics } from '../../src/evidence/check/topics.ts';
import { fitInputs } from '../../src/evidence/fit/input.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';

const range = (prefix: string, from: number, to: number): string[] =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${prefix}-${String(from + index).padStart(prefix.startsWith('S') ? 2 : 1, '0')}`,
  );
const numbers = (prefix: string, ...list: number[]): string[] => list.map((number) => `${prefix}-${number}`);

/** Every row of the acceptance table: nothing that is known may be left out because it does not fit. */
const rows = [
  ...range('S0', 1, 45),
  ...range('S1', 1, 22),
  ...range('S2', 1, 20),
  ...range('S3', 1, 26),
  ...range('S4', 1, 15),
  ...numbers('L', 1, 3, 92, 910),
  ...numbers('P', 1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13),
  ...numbers('C', 1, 2, 4, 5, 6, 7, 8, 10, 11, 12),
  ...numbers('N', 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
  ...numbers('T', 1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 19, 20, 21, 22),
  ...numbers('K', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
  ...numbers('X', 1, 2, 3),
  ...numbers('Little', 1, 2, 3, 4, 5, 6),
  ...numbers('Nodes', 1, 2, 3, 4),
  ...numbers('Case', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
];

/** Names of the functions of the engine's tests. */
const rustTests = new Set(
  Object.entries({
    'wasm/tests': /^\s*(?:pub )?fn (\w+)\(/gm,
    'wasm/src': /#\[test\]\s+fn (\w+)\(/g,
  }).flatMap(([folder, test]) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.rs'))
      .flatMap((file) => [...readFileSync(join(at(folder), file), 'utf8').matchAll(test)])
      .map(([, name]) => name),
  ),
);

const hasHan = (text: string) => /[\u4e00-\u9fff]/.test(text);

function expectText(text: Text): void {
  // Other languages may follow later, in English until then.
  expect(Object.keys(text)).toEqual(expect.arrayContaining(['en', 'zh-CN']));
  for (const language of LANGUAGES) {
    if (!(language in text)) continue;
    const own = text[language] ?? '';
    expect(own.trim()).toBe(own);
    expect(own).toMatch(/[.。]$/);
    expect(hasHan(own)).toBe(language === 'zh-CN');
  }
}

/** What a check compares; a check without a run would compare numbers of the file with each other. */
function expectCheck(check: Check): void {
  const kinds = ['equals', 'between', 'rising', 'identical'].filter((kind) => kind in check);
  expect(kinds).toHaveLength(1);
  const allowed = {
    equals: ['value', 'equals', 'withinShare', 'within'],
    between: ['value', 'between'],
    rising: ['rising', 'byShare'],
    identical: ['identical'],
  }[kinds[0] as 'equals'];
  const names = [...allowed, 'byConstruction'];
  expect(Object.keys(check).filter((name) => !names.includes(name))).toEqual([]);
  if (check.byConstruction) expect(CONSTRUCTIONS).toContain(check.byConstruction);
}

describe('the claims', () => {
  it('cover every row of the acceptance table once', () => {
    expect(filed.map(({ claim }) => claim.id).sort()).toEqual([...rows].sort());
  });

  it.each(filed.map(({ topic, claim }) => [claim.id, topic, claim] as const))(
    '%s is well formed',
    (_, topic, claim) => {
      const known = [
        'id',
        'source',
        'kind',
        'statement',
        'checks',
        'heldBy',
        'status',
        'because',
        'notCompared',
        'fitted',
      ];
      expect(Object.keys(claim).filter((name) => !known.includes(name))).toEqual([]);
      expect(CLAIM_KINDS).toContain(claim.kind);
      expect(claim.source).not.toBe('');
      expectText(claim.statement);
      expect(['passing', 'failing', 'notModelled']).toContain(claim.status);
      expect(claim.because === undefined).toBe(claim.status === 'passing');
      for (const text of [claim.because, claim.notCompared, claim.fitted]) if (text) expectText(text);

      const { checks = [], heldBy = [] } = claim;
      checks.forEach(expectCheck);
      for (const check of checks) expect(runsOf({ ...claim, checks: [check] })).not.toEqual([]);
      for (const run of runsOf(claim)) expect(Object.keys(topic.runs)).toContain(run);
      for (const test of heldBy) expect(rustTests).toContain(test);
      // Only what is structural, or follows from it, can be left to a test; only a check can fail.
      if (claim.status === 'passing') expect(checks.length + heldBy.length).toBeGreaterThan(0);
      if (claim.status === 'failing') expect(checks).not.toEqual([]);
      if (claim.status === 'notModelled') expect([checks, heldBy]).toEqual([[], []]);
      if (checks.length === 0 && heldBy.length > 0) expect(['S', 'E']).toContain(claim.kind);
    },
  );
});

describe('a measured value that was used in a fit', () => {
  /** As rates, and as the times for one that claims quote. */
  const used = [...fitInputs.values()].flatMap(({ fit, published = {} }) =>
    fit.flatMap((target) => {
      if (!('row' in target)) return [target.seen];
      const { perSec, ...others } = published[target.row]?.seen ?? {};
      return [
        ...(perSec === undefined ? [] : [perSec, 1e6 / perSec, 1e9 / perSec]),
        ...Object.values(others),
      ];
    }),
  );
  const isUsed = (value: unknown) =>
    typeof value === 'number' && used.some((one) => Math.abs(value / one - 1) < 1e-4);

  it('is not a prediction, and its claim says so', () => {
    const judged = filed
      .filter(({ claim }) =>
        claim.checks?.some((check) => 'equals' in check && [check.equals].flat().some(isUsed)),
      )
      .map(({ claim }) => claim);
    expect(judged.length).toBeGreaterThan(15);
    expect(judged.filter(({ fitted }) => fitted === undefined).map(({ id }) => id)).toEqual([]);
  });
});

describe('the topics', () => {
  it.each(topics.map((topic) => [topic.id, topic] as const))(
    '%s has runs, all of which are used',
    (_, topic) => {
      expect(Object.keys(topic).sort()).toEqual(['claims', 'id', 'runs', 'title']);
      for (const language of LANGUAGES) expect(topic.title[language]).not.toBe('');
      const used = new Set(topic.claims.flatMap(runsOf));
      for (let size = -1; size < used.size; ) {
        size = used.size;
        for (const run of [...used]) if (topic.runs[run]?.from) used.add(topic.runs[run].from);
      }
      expect(Object.keys(topic.runs).filter((run) => !used.has(run))).toEqual([]);
      for (const [name, run] of Object.entries(topic.runs)) {
        expect(name).toMatch(/^[a-zA-Z]\w*$/);
        expect(Object.keys(run).filter((part) => !['from', 'set', 'sweep'].includes(part))).toEqual([]);
        const lengths = Object.values(run.sweep ?? {}).map((values) => values.length);
        expect(new Set(lengths).size).toBeLessThanOrEqual(1);
      }
    },
  );
});

describe('a metric', () => {
  it.each(Object.entries(measures))('%s refers to one run', (_, formula) => {
    expect(() => evaluate(formula, () => [])).not.toThrow();
    expect(runsOf({ checks: [{ value: formula, between: [0, null] }] } as never)).toEqual(['run']);
  });
});
