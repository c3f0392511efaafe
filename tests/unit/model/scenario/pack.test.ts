import { expect, it } from 'vitest';
import { fields } from '../../../../src/model/scenario/fields.ts';
import { formerPath } from '../../../../src/model/scenario/migrate-version-1.ts';
import { packQuery, shortName, unpackQuery } from '../../../../src/model/scenario/pack.ts';
import type { Edits, Json } from '../../../../src/model/scenario/patch.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';
import { MAX_QUERY, pairLink, writeLink } from '../../../../src/model/scenario/url.ts';

/** Three digits that differ from field to field and from side to side, repeatable. */
const someValue = (seed: number): Json => ((Math.imul(seed + 1, 2_654_435_761) >>> 0) % 900) + 100;
/** In the order of their first names, so that a new name does not change their values here. */
const numbers = fields
  .filter(({ kind }) => kind === 'number' || kind === 'integer')
  .sort((one, other) => (formerPath(one.path) < formerPath(other.path) ? -1 : 1));
const changed = (from: number): Edits =>
  Object.fromEntries(numbers.map(({ path }, i) => [path, someValue(from + i)]));
const pair = pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' });
const full = {
  a: { ...pair.a, edits: changed(0) },
  b: { ...pair.b, edits: changed(numbers.length) },
  view: { speed: 100_000, lang: 'zh-CN', timeNs: 1_240_000, paused: true, only: 'a' },
} as const;

/** Sixty costs of A, 100 to 159, packed while names had four letters. */
const FORMER =
  'JdBJkusgFETR3dTMP0gBaga5GDWosWSrt2UPau0_yJrdIB7vBJS8h2bYb8s8T7f8p-IUjuOsw23vyy00P-W_37SvX4QxsYvRPQmD2HvwIEwSuzm_HWFs7C0bZsI43U3XjTA-9md8ZoRJY0_lnBImi_3o6kCYPPa7yBvCFLGv59ARMH97NkNAbt9ULwJy6_nyBOQeZd4TkOtsfxCQG8qyJiB36H2cl5uPZ9wvt_7MCwG5ad2cRCLXdWNsueN9m4hErp-_jkjkVt97TyRym7mqiETumnSWSOS2dkuJRG5x1PFcbnPtDZHInT57R1i5rcl2wsrt9HYrN7vuI2Hl9otrCSv3-64Kwsp9ZO-csHLP0LwJK9dn3UDYv_fW60RYucE8D8L9_fOWVYSTO6_vmnBy5_YKhJO7LPNIOLlrhTvh5LbJ9CCc3DTrV8LJfe1lRzi5oRh2wsn113YQXu65rSfh5bZnuAgv94GlJLzcet8s4eUilAnh5eZLiDNy86nMCC-3KveC8HLHTxsIX_wH';

/** Sixty costs of each side, A 100 to 159 and B 200 to 259, as version 2 packed them before arithmetic coding. */
const DEFLATED =
  'BcHLTmJREAXQv6nJCUntXVX3MXBia_tqTQBBcGJQrzwaFQURO_XxvVbP1wgmg-V4Do-kh-DwCEVSITY8hjdJb8TH14hIRpTvAYgkIfXZHGiTaEu3hTVJa6Q5mQKWhEmLFaJJRlOGO6BOopZf-7-wNmmtnNzu4Zp0LdMdoEmonB0mAJKAXFQEmySbcngDmiQa2R9RLhd7sE6ylqvZBKHJULlZGxxJh_RvX6FVUisZ6BjGpLH016AlaTI8D1iVtEpGy1uwSrIqhxtEm4xWxncG9aR62QHhyXCZDO5gkbSQKT8AJsEyWcI96S73y2-wTbKVB--AKolKnvq_4W3S2zIdQSOpId1mCGVSKS8bQjWpKvP7A7ROal1-LgFPwmUx68PrpNdlvoVb0q3sPkEmSVl1AW2S2pSXC1idtFoej9bdbvf11PW2i9ln9yxvo0-oJdXk_fQTiCRCNnoGapJauldom9RWtnoBr5JeleUKUSWjktnRqntebnub9_d1r5Hd1R-YJ83l67yDIWkog1cEkoGyeEPUyahlHyPQk_QyfkJYMky-H65hljSTw8cLGEmG_IymME2ayr_TEziTzv8';

it('keeps an ordinary link readable', async () => {
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
  expect(packed.length).toBeLessThan(2048);
  expect(packed).toContain('&lang=zh-CN');
  expect(packed).toMatch(/^z=[\w-]+&t=1\.24ms&speed=100us/);
  const back = await unpackQuery(packed);
  expect(back.problems).toEqual([]);
  expect(readLink(back.query)).toEqual(readLink(query));
});

it('gives every setting a unique short name', () => {
  expect(new Set(fields.map(({ path }) => shortName(path))).size).toBe(
    new Set(fields.map(({ path }) => path)).size,
  );
});

it('reads links that were packed with earlier names', async () => {
  const { query, problems } = await unpackQuery(`z=${FORMER}&lang=en`);
  expect(problems).toEqual([]);
  const { link, problems: others } = readLink(query);
  expect(others).toEqual([]);
  const changedCosts = Object.entries(link.a.edits);
  expect(changedCosts).toHaveLength(60);
  expect(changedCosts.map(([, value]) => value).sort()).toEqual(
    Array.from({ length: 60 }, (_, i) => 100 + i),
  );
});

it('reads links of version 2 that were deflated', async () => {
  const { query, problems } = await unpackQuery(`z=${DEFLATED}&lang=en`);
  expect(problems).toEqual([]);
  const { link, problems: others } = readLink(query);
  expect(others).toEqual([]);
  for (const [edits, from] of [
    [link.a.edits, 100],
    [link.b.edits, 200],
  ] as const)
    expect(Object.values(edits).sort()).toEqual(Array.from({ length: 60 }, (_, i) => from + i));
});

it('deflates long repeated text, and reads it back', async () => {
  const neighbours = Array.from({ length: 40 }, (_, i) => ({
    name: `batch job number ${i}`,
    rttUs: 100 + i,
    client: { connections: { kind: 'pooled', maxTotal: 8 + i } },
  }));
  const query = writeLink({ ...pair, a: { ...pair.a, edits: { neighbours } } });
  const packed = await packQuery(query);
  expect(packed.length).toBeLessThan(query.length / 5);
  expect(readLink((await unpackQuery(packed)).query)).toEqual(readLink(query));
});

it.each([
  ['damaged', 'z=AAAA&lang=en'],
  ['damaged where it is coded arithmetically', 'z=B_1c0suTzsrNg83KzdS9mM7LyoOrPBLB-ISuZRbN&lang=en'],
  ['no base64', 'z=%%%&lang=en'],
  ['empty', 'z=&lang=en'],
])('reports a packed part that is %s, and reads the rest', async (_, query) => {
  const { query: rest, problems } = await unpackQuery(query);
  expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(['URL-03 z']);
  expect(rest).toBe('lang=en');
});

it('does not unpack more than the memory limit', async () => {
  const stream = new Blob([new Uint8Array(10_000_000)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bomb = Buffer.from(await new Response(stream).arrayBuffer()).toString('base64url');
  expect((await unpackQuery(`z=${bomb}`)).problems).toHaveLength(1);
});
