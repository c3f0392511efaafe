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

describe('the choices of a teacher', () => {
  it.each([
    ['of knobs', NAMES],
    ['of everything', ALL],
  ])('become the permissions of the link: %s', (_, names) => {
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

  it('are short: they list what stays when the settings list is hidden, and what is hidden otherwise', () => {
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

  it('name a complete group, and of panels and tools the shorter list', () => {
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

  it('hide controls without a row, too, where only some stay', () => {
    const choices = new Map<string, Access>(NAMES.map((name) => [name, name === 'seed' ? 'free' : 'hidden']));
    expect(accessOf(rulesOf(choices), 'server.nodes')).toBe('hidden');
  });
});
