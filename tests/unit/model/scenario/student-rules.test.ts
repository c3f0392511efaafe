import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Access, accessOf, CONTROL_GROUPS, NO_RULES } from '../../../../src/model/scenario/controls.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';
import { rulesOf } from '../../../../src/model/scenario/student-rules.ts';
import { pairLink, writeLink } from '../../../../src/model/scenario/url.ts';

const NAMES = [
  'pair',
  'network.rttUs',
  'workload.arrivals.callers',
  'client.cores',
  'costs.profile',
  'seed',
  'luck',
  'all',
];
const ALL = [...Object.values(CONTROL_GROUPS).flat(), ...NAMES.filter((name) => name !== 'pair')];
const ACCESSES: readonly Access[] = ['free', 'locked', 'hidden'];

describe('what a teacher ticks', () => {
  it.each([
    ['of knobs', NAMES],
    ['of everything', ALL],
  ])('is what the link leaves to whoever opens it: %s', (_, names) => {
    const choices = fc.tuple(...names.map(() => fc.constantFrom(...ACCESSES)));
    fc.assert(
      fc.property(choices, (chosen) => {
        const wanted = new Map(names.map((name, index) => [name, chosen[index] ?? 'free']));
        const link = {
          ...pairLink({ a: 'jedis-pool-8', b: 'lettuce-shared' }),
          view: { rules: rulesOf(wanted) },
        };
        const rules = readLink(writeLink(link)).link.view.rules ?? NO_RULES;
        for (const [name, access] of wanted) expect(accessOf(rules, name), name).toBe(access);
      }),
    );
  });

  it('is short: names what stays when the list of all settings is hidden, and what goes when it is not', () => {
    const others = new Map<string, Access>(NAMES.map((name) => [name, 'hidden']));
    expect(rulesOf(new Map(others).set('network.rttUs', 'free').set('seed', 'locked'))).toEqual({
      hide: [],
      lock: ['seed'],
      only: ['network.rttUs', 'seed'],
    });
    const free = new Map<string, Access>(NAMES.map((name) => [name, 'free']));
    expect(rulesOf(new Map(free).set('seed', 'hidden'))).toEqual({ hide: ['seed'], lock: [], only: [] });
    expect(rulesOf(free)).toEqual(NO_RULES);
  });

  it('names a group where all of it is meant, and of panels and tools what is shorter', () => {
    const chosen = (names: readonly string[], access: Access) =>
      new Map<string, Access>(ALL.map((name) => [name, names.includes(name) ? access : 'free']));
    const { panels, tools, pair } = CONTROL_GROUPS;
    expect(rulesOf(chosen(panels, 'hidden'))).toEqual({ hide: ['panels'], lock: [], only: [] });
    expect(rulesOf(chosen([...tools, 'seed'], 'locked'))).toEqual({
      hide: [],
      lock: ['tools', 'seed'],
      only: [],
    });
    expect(
      rulesOf(
        chosen(
          panels.filter((name) => name !== 'why'),
          'hidden',
        ),
      ),
    ).toEqual({
      hide: [],
      lock: [],
      only: ['why'],
    });
    expect(rulesOf(chosen(['charts', ...pair], 'hidden'))).toEqual({
      hide: ['pair', 'charts'],
      lock: [],
      only: [],
    });
  });

  it('hides what has no row as well, where only some things stay', () => {
    const choices = new Map<string, Access>(NAMES.map((name) => [name, name === 'seed' ? 'free' : 'hidden']));
    expect(accessOf(rulesOf(choices), 'server.nodes')).toBe('hidden');
  });
});
