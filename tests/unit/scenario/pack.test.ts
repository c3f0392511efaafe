import { expect, it } from 'vitest';
import { fields } from '../../../src/scenario/fields.ts';
import { packQuery, shortName, unpackQuery } from '../../../src/scenario/pack.ts';
import type { Edits, Json } from '../../../src/scenario/patch.ts';
import { MAX_QUERY, pairLink, readLink, writeLink } from '../../../src/scenario/url.ts';

/** Three digits that differ from field to field and from side to side, repeatable. */
const someValue = (seed: number): Json => ((Math.imul(seed + 1, 2_654_435_761) >>> 0) % 900) + 100;
const numbers = fields.filter(({ kind }) => kind === 'number' || kind === 'integer');
const changed = (from: number): Edits =>
  Object.fromEntries(numbers.map(({ path }, i) => [path, someValue(from + i)]));
const pair = pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' });
const full = {
  a: { ...pair.a, edits: changed(0) },
  b: { ...pair.b, edits: changed(numbers.length) },
  view: { speed: 100_000, lang: 'zh-CN', timeNs: 1_240_000, paused: true, only: 'a' },
} as const;

it('leaves an ordinary link readable', async () => {
  const query = writeLink({ ...pair, view: full.view });
  expect(await packQuery(query)).toBe(query);
  expect(await unpackQuery(query)).toEqual({ query, problems: [] });
});

it('keeps a link that changes every number on both sides below 2 kB, and reads it back', async () => {
  const query = writeLink(full);
  expect(query.length).toBeGreaterThan(MAX_QUERY);
  const packed = await packQuery(query);
  process.stdout.write(
    `${numbers.length} numbers on both sides: ${query.length} → ${packed.length} characters\n`,
  );
  expect(packed.length).toBeLessThan(2000);
  expect(packed).toContain('&lang=zh-CN');
  expect(packed).toMatch(/^z=[\w-]+&t=1\.24ms&speed=100us/);
  const back = await unpackQuery(packed);
  expect(back.problems).toEqual([]);
  expect(readLink(back.query)).toEqual(readLink(query));
});

it('gives every knob a short name of its own', () => {
  expect(new Set(fields.map(({ path }) => shortName(path))).size).toBe(
    new Set(fields.map(({ path }) => path)).size,
  );
});

it.each([
  ['damaged', 'z=AAAA&lang=en'],
  ['no base64', 'z=%%%&lang=en'],
  ['empty', 'z=&lang=en'],
])('names a packed part that is %s, and reads the rest', async (_, query) => {
  const { query: rest, problems } = await unpackQuery(query);
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(['URL-03 z']);
  expect(rest).toBe('lang=en');
});

it('does not unpack what would fill the memory', async () => {
  const stream = new Blob([new Uint8Array(10_000_000)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bomb = Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
  expect((await unpackQuery(`z=${bomb}`)).problems).toHaveLength(1);
});
