import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SPEED, MIN_SPEED, UNLIMITED_SPEED } from '../../../../src/lib/speed.ts';
import { hasRules } from '../../../../src/model/scenario/controls.ts';
import { fields } from '../../../../src/model/scenario/fields.ts';
import { withSuggestions } from '../../../../src/model/scenario/link-words.ts';
import { packQuery } from '../../../../src/model/scenario/pack.ts';
import { PANELS } from '../../../../src/model/scenario/panels.ts';
import { presetIds } from '../../../../src/model/scenario/presets.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';
import { type Link, MAX_QUERY, pairLink, writeLink } from '../../../../src/model/scenario/url.ts';

const presetId = fc.constantFrom(...presetIds);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('pooled', 'shared', 'linux-2core-vm', 'a b', '100%', 'ü=&#'),
);
const edits = fc.dictionary(fc.constantFrom(...new Set(fields.map(({ path }) => path))), value, {
  maxKeys: 12,
});
const side = fc.record({ preset: presetId, edits });
const ns = fc.integer({ min: 0, max: 1e12 });
const controls = fc.uniqueArray(fc.constantFrom('network', 'network.rttUs', 'seed', 'pair', 'all', 'luck'), {
  maxLength: 3,
});
const followed = fc.record({
  side: fc.constantFrom('a' as const, 'b' as const),
  request: fc.integer({ min: 0, max: 2 ** 32 - 2 }),
});
const span = fc.tuple(ns, ns).filter(([from, to]) => from < to);
const view: fc.Arbitrary<Link['view']> = fc.record(
  {
    timeNs: ns,
    speed: fc.oneof(fc.integer({ min: MIN_SPEED, max: MAX_SPEED }), fc.constantFrom(0, UNLIMITED_SPEED)),
    lang: fc.constantFrom('en' as const, 'zh-CN' as const),
    theme: fc.constantFrom('light' as const, 'dark' as const),
    palette: fc.constantFrom('kernel:cc3311', 'user:004488,wire:56B4E9'),
    motion: fc.constantFrom('reduce' as const, 'full' as const),
    present: fc.boolean(),
    paused: fc.boolean(),
    only: fc.constantFrom('a' as const, 'b' as const),
    panel: fc.constantFrom(...PANELS),
    follow: followed,
    process: fc.record({ a: fc.nat({ max: 70_000 }), b: fc.nat({ max: 70_000 }) }),
    sloNs: ns,
    selected: span,
    lanes: fc.record({ side: fc.constantFrom('a' as const, 'b' as const), span }),
    embed: fc.constantFrom('1', 'https://school.example', 'http://127.0.0.1:8080'),
    rules: fc.record({ hide: controls, lock: controls, only: controls }).filter(hasRules),
  },
  { requiredKeys: [] },
);

describe('a link', () => {
  it('has the followed request and the compared request', () => {
    fc.assert(
      fc.property(followed, followed, (follow, compare) => {
        const link = { ...pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' }), view: { follow, compare } };
        expect(readLink(writeLink(link))).toEqual({ link, problems: [] });
      }),
    );
    const { link, problems } = readLink('compare=a:7');
    expect([link.view, problems]).toEqual([{}, [{ code: 'URL-03', path: 'compare' }]]);
  });

  it('is read back as written, for any content', () => {
    fc.assert(
      fc.property(fc.record({ a: side, b: side, view }), (link) => {
        expect(readLink(writeLink(link))).toEqual({ link, problems: [] });
      }),
    );
  });

  it('names its version and both systems when it is shared', () => {
    fc.assert(
      fc.property(fc.record({ a: side, b: side, view }), (link) => {
        const query = writeLink(link, true);
        expect(query).toMatch(/^v=2&a=.+&b=./);
        expect(readLink(query)).toEqual({ link, problems: [] });
      }),
    );
    expect(writeLink(readLink('').link, true)).toBe('v=2&a=jedis-pool-8&b=lettuce-shared');
  });

  it('survives being part of an address', () => {
    fc.assert(
      fc.property(fc.record({ a: side, b: side, view }), (link) => {
        const query = writeLink(link);
        expect(new URL(`http://x/#/lab?${query}`).hash).toBe(`#/lab?${query}`);
      }),
    );
  });

  it('writes full speed as a word', () => {
    expect(readLink('speed=max').link.view).toEqual({ speed: UNLIMITED_SPEED });
    expect(writeLink({ ...readLink('').link, view: { speed: UNLIMITED_SPEED } })).toMatch(
      /(^|&)speed=max(&|$)/,
    );
  });

  it('is short and readable', () => {
    const link: Link = {
      a: { preset: 'jedis-pool-8', edits: { 'network.rttUs': 250, 'client.connections.maxTotal': 50 } },
      b: { preset: 'lettuce-shared', edits: { 'network.rttUs': 250 } },
      view: { timeNs: 1_240_000, speed: 100_000, lang: 'zh-CN' },
    };
    expect(writeLink(link)).toBe(
      'a=jedis-pool-8&b=lettuce-shared&network.rttUs=250&a.client.connections.maxTotal=50&t=1.24ms&speed=100us&lang=zh-CN',
    );
    expect(writeLink(pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' }))).toBe('');
  });

  it('stays below 2 kB with every main setting changed on both sides', async () => {
    const paths = fields.filter(
      ({ path }) => !path.startsWith('costs.overrides') && !path.includes('itterUs'),
    );
    const all = (count: number, start: number) =>
      Object.fromEntries(paths.slice(0, count).map(({ path }, index) => [path, start + index]));
    const link = (count: number) => ({
      a: { preset: 'jedis-pool-8', edits: all(count, 1e6) },
      b: { preset: 'lettuce-shared', edits: all(count, 2e6) },
      view: {},
    });
    expect(writeLink(link(20)).length).toBeLessThan(MAX_QUERY);
    for (let count = 1; count <= paths.length; count += 40)
      expect((await packQuery(writeLink(link(count)))).length).toBeLessThan(2048);
  });
});

describe('a link with neighbours', () => {
  const neighbours = [{ name: 'batch & co', rttUs: 100, client: { instances: 3 } }];

  it('has their list, and null where they are removed', () => {
    const side = { preset: 'jedis-pool-8', edits: { neighbours } };
    const link: Link = { a: side, b: { preset: 'beside-batch', edits: { neighbours: null } }, view: {} };
    expect(readLink(writeLink(link))).toEqual({ link, problems: [] });
  });

  it('keeps a list that was cut as text, for the engine to refuse', () => {
    expect(readLink('a=jedis-pool-8&a.neighbours=[{"name"').link.a.edits).toEqual({
      neighbours: '[{"name"',
    });
  });
});

describe('reading a link', () => {
  const problems = (query: string) => readLink(query).problems;

  it('applies an unprefixed setting to both sides, and a prefixed one to its side', () => {
    const { link } = readLink('network.rttUs=5&a.network.rttUs=7');
    expect(link.a.edits).toEqual({ 'network.rttUs': 7 });
    expect(link.b.edits).toEqual({ 'network.rttUs': 5 });
  });

  it('uses the readable parts of a newer version, its locks above all, and names the version', () => {
    const { link, problems: said } = readLink('v=7&a=jedis-pool-50&network.rttUs=1&lock=all&new=1');
    expect(said).toEqual([{ code: 'URL-09', path: 'v', value: '7', max: 2 }]);
    expect(link.a).toEqual({ preset: 'jedis-pool-50', edits: { 'network.rttUs': 1, new: 1 } });
    expect(link.view.rules?.lock).toEqual(['all']);
    for (const version of ['v=1', 'v=2']) expect(problems(version)).toEqual([]);
    expect(problems('v=soon')).toMatchObject([{ code: 'URL-03' }]);
    expect(readLink('v=soon&a=jedis-pool-50').link.a.preset).toBe('jedis-pool-50');
  });

  it('uses the valid marks and names the others', () => {
    expect(readLink('marks=5ms,foo,7ms')).toMatchObject({
      link: { view: { marks: '5ms,7ms' } },
      problems: [{ code: 'URL-03', path: 'marks', value: 'foo' }],
    });
    expect(readLink('marks=abc').link.view).toEqual({});
    expect(problems('marks=5ms')).toEqual([]);
  });

  it('reports a repeated name with different values, and which one applies', () => {
    const { link, problems: said } = readLink(
      'a=jedis-pool-50&a=lettuce-shared&network.rttUs=5&network.rttUs=5',
    );
    expect(link.a).toEqual({ preset: 'lettuce-shared', edits: { 'network.rttUs': 5 } });
    expect(said).toEqual([{ code: 'URL-03', path: 'a', value: 'lettuce-shared', facts: { hint: 'again' } }]);
    // Lists of controls add up.
    expect(readLink('lock=seed&lock=luck')).toMatchObject({
      link: { view: { rules: { lock: ['seed', 'luck'] } } },
      problems: [],
    });
  });

  it('keeps an unrepresentable number as written', () => {
    expect(readLink('network.rttUs=1e309').link.a.edits).toEqual({ 'network.rttUs': '1e309' });
  });

  it('reports an unknown preset with the nearest one, and uses the default', () => {
    const { link, problems } = readLink('a=letuce-shared&b=nothing-like-it-at-all');
    expect(link.a.preset).toBe('jedis-pool-8');
    const told = withSuggestions(problems);
    expect(told).toMatchObject([
      { code: 'URL-12', path: 'a', value: 'letuce-shared', suggestion: 'lettuce-shared' },
      { code: 'URL-12', path: 'b' },
    ]);
    expect(told[1]).not.toHaveProperty('suggestion');
  });

  it.each([
    't=soon',
    'speed=5',
    'slo=soon',
    'sel=3ms,2ms',
    'sel=1ms',
    'follow=c:7',
    'follow=a:7&compare=a:-7',
    'follow=a:7&compare=b:4294967295',
    'process=7',
    'process=a:7',
    'process=-1,0',
    'sel=1ms,2ms,3ms',
    'lanes=1ms,2ms',
    'lanes=c:1ms,2ms',
    'lanes=b:2ms,1ms',
    'embed=yes',
    'embed=https://school.example/page',
    'embed=javascript:alert(1)',
    'theme=pink',
    'lang=fr',
    'panel=none',
    'hide=network.rtt',
    'lock=',
    'only=everything',
    'present=yes',
    'x',
    '=5',
    '%E0%A4%A=1',
    'seed=%',
  ])('skips and reports what cannot be read: %s', (part) => {
    const { link, problems } = readLink(`${part}&seed=3`);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.code).toBe('URL-03');
    expect(link.a.edits.seed).toBe(3);
  });

  it('never throws, for any input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readLink(text)));
  });

  it('ignores the bridge’s token', () => {
    expect(readLink('bridge=abc_DEF-1').link).toEqual(pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' }));
  });
});
