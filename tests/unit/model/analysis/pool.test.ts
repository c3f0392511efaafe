/** Why a request has waited that never got a connection: by hand, and in a pool that lets many of its callers starve. */
import { describe, expect, it } from 'vitest';
import { chainOf } from '../../../../src/model/analysis/chain.ts';
import { type Excerpt, excerptOf } from '../../../../src/model/analysis/excerpt.ts';
import { type Journey, journeyOf } from '../../../../src/model/analysis/journey.ts';
import { lendingTo } from '../../../../src/model/analysis/pool.ts';
import { attributeWait } from '../../../../src/model/analysis/wait-attribution.ts';
import { spansOf } from '../../../../src/model/playback/spans.ts';
import { chunksOf, layoutOf, request as phase } from '../../../support/chunks.ts';
import { recordPreset } from '../../../support/scenes.ts';

const journeyIn = (excerpt: Excerpt, id: number) => journeyOf(excerpt, id) as Journey;

describe('a hand-written request without a connection', () => {
  const spans = [
    phase(1, 1, 'wireOut', 0, 300, 0),
    phase(1, 1, 'giveBack', 300, 350, 0),
    phase(2, 2, 'wireOut', 50, 600, 1),
    phase(7, 0, 'waitConnection', 100, 2000),
    phase(3, 3, 'waitConnection', 80, 400),
    phase(3, 3, 'wireOut', 400, 900, 0),
    phase(4, 1, 'waitConnection', 360, 600),
    phase(4, 1, 'wireOut', 600, 1500, 1),
  ];
  const excerpt = excerptOf(chunksOf(spans, [0, 500, 1000]).map(spansOf));
  const layout = { ...layoutOf(), pooled: true, connections: 2 };
  const journey = journeyIn(excerpt, 7);

  it('waited while all connections were in use, and during their hand-over', () => {
    const { needed, shares } = attributeWait(
      { excerpt, layout },
      journey,
      journey.legs[0] as Journey['legs'][0],
    );
    expect(needed).toEqual({ kind: 'anyConnection' });
    // From 350 to 400 connection 1 was nobody's, and from 900 on as well; 600 is no gap.
    expect(shares.map(({ reason, ns }) => [reason, ns])).toEqual([
      ['lent', 750],
      ['free', 150],
    ]);
  });

  it('lists the holders, longest first, and requests that came later and were served first', () => {
    const { loans, served, later } = lendingTo(excerpt, journey.beginNs, journey.endNs);
    expect(loans.map(({ request, connection, fromNs, toNs }) => [request, connection, fromNs, toNs])).toEqual(
      [
        [2, 1, 100, 600],
        [3, 0, 400, 900],
        [4, 1, 600, 1000],
        [1, 0, 100, 350],
      ],
    );
    expect([served, later]).toEqual([2, 1]);
  });

  it('has a chain that continues with the longest holder', () => {
    const [first, second] = chainOf({ excerpt, layout }, journey);
    expect(first?.next).toMatchObject({ request: 2, fromNs: 100, toNs: 600 });
    expect(second).toMatchObject({ request: 2, lending: undefined, account: { needed: { kind: 'wire' } } });
  });

  it('has no pool in a cluster, where each node has its own', () => {
    const lanes = [...layout.lanes, { class: 'serverMain' as const, count: 2 }];
    const [only, ...rest] = chainOf({ excerpt, layout: { ...layout, lanes } }, journey);
    expect(rest).toEqual([]);
    expect(only?.lending).toBeUndefined();
    expect(only?.account.shares.map(({ reason }) => reason)).toEqual(['unknown']);
  });
});

it('starving callers of a pool of 8 list the requests served first, and the chain leads to the wire', async () => {
  const recording = await recordPreset('jedis-pool-8', 8_000_000);
  const excerpt = excerptOf(recording.chunksBetween(0, recording.toNs));
  const recorded = { excerpt, layout: recording.layout };
  const starving = [...excerpt.ofRequest.keys()]
    .map((id) => journeyIn(excerpt, id))
    .filter(({ connection, beginNs }) => connection < 0 && beginNs < 2_000_000);
  expect(starving.length).toBeGreaterThan(100);
  for (const journey of starving) {
    const [first, ...rest] = chainOf(recorded, journey);
    const { shares, fromNs, toNs } = first?.account ?? { shares: [], fromNs: 0, toNs: 0 };
    expect(shares.reduce((sum, { ns }) => sum + ns, 0)).toBe(toNs - fromNs);
    expect(shares[0]?.reason).toBe('lent');
    expect(first?.lending?.served).toBeGreaterThan(50);
    expect(first?.lending?.later).toBeGreaterThan(0);
    const lengths = (first?.lending?.loans ?? []).map((loan) => loan.toNs - loan.fromNs);
    expect(lengths).toEqual(lengths.toSorted((one, other) => other - one));
    expect(rest.at(-1)?.account.needed.kind).toBe('wire');
  }
});
