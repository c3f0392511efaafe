import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { applyEdits } from '../../../../src/model/scenario/apply-edits.ts';
import { closestMatch } from '../../../../src/model/scenario/fuzzy-match.ts';
import { presetById, presets } from '../../../../src/model/scenario/library.ts';
import { editsBetween } from '../../../../src/model/scenario/patch.ts';
import { pairs, presetIds } from '../../../../src/model/scenario/presets.ts';
import { DEFAULT_PAIR } from '../../../../src/model/scenario/url.ts';
import { inProcessEngine } from '../../../support/in-process.ts';
import { deep } from '../../../support/tier.ts';

const engine = inProcessEngine();

/** Presets far from each other in the list are different systems; each is changed into all others in the deep tier only. */
const STRIDE = deep ? 1 : 20;
const otherThan = <T>(index: number, all: readonly T[]): T[] =>
  all.filter((_, other) => other !== index && (other - index) % STRIDE === 0);

describe('the presets', () => {
  it.each(presets.map(({ id }) => id))('%s is a scenario', async (id) => {
    const { scenario, issues } = await engine.normalize(JSON.stringify(presetById(id)?.scenario));
    expect(issues).toEqual([]);
    expect(scenario).not.toBeNull();
  });

  it('are those that the page names', () => {
    expect(presetIds).toEqual(presets.map(({ id }) => id));
    expect(presetById('nobody')).toBeUndefined();
  });

  it('differ by edits that the engine reads as the same scenario', async () => {
    const canonical = await Promise.all(
      presets.map(async ({ scenario }) => (await engine.normalize(JSON.stringify(scenario))).scenario),
    );
    for (const to of canonical) expect((await engine.normalize(JSON.stringify(to))).scenario).toEqual(to);
    for (const [index, base] of canonical.entries()) {
      for (const to of otherThan(index, canonical)) {
        const edited = applyEdits(base, editsBetween(base, to));
        // What equals a canonical scenario is read as that one; only other texts have to be read by the engine.
        if (isDeepStrictEqual(edited, to)) continue;
        const { scenario } = await engine.normalize(JSON.stringify(edited));
        expect(scenario).toEqual(to);
      }
    }
  });

  it('form existing pairs; the first is the default of a plain link', () => {
    for (const { a, b } of pairs) expect([presetById(a)?.id, presetById(b)?.id]).toEqual([a, b]);
    expect(pairs[0]).toMatchObject(DEFAULT_PAIR);
  });
});

describe('mostSimilar', () => {
  it('finds the intended name, and nothing when no name is close', () => {
    expect(closestMatch('Jedis-pool-8', ['lettuce-shared', 'jedis-pool-8'])).toBe('jedis-pool-8');
    expect(closestMatch('conections', ['connections', 'cores'])).toBe('connections');
    expect(closestMatch('warp', ['connections', 'cores'])).toBeUndefined();
    // Two letters of three are another word.
    expect(closestMatch('rtt', ['run', 'seed'])).toBeUndefined();
    expect(closestMatch('sed', ['run', 'seed'])).toBe('seed');
    // Half of the letters, too, unless it begins alike.
    expect(closestMatch('foo0', ['zoom', 'follow'])).toBeUndefined();
    expect(closestMatch('zomo', ['zoom', 'follow'])).toBe('zoom');
  });
});
