/** How much a choice matters: the systems of its other values, each run once. */
import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/system/assemble.ts';
import { COSTS, comparedWith, costChoice } from '../../src/system/choices.ts';
import { choiceSystems } from '../../src/system/page/choice-systems.ts';
import { type Effects, sensitivity } from '../../src/system/page/sensitivity.ts';
import { read } from '../../src/system/readers/read.ts';
import type { Answers } from '../../src/system/system.ts';
import { engines, normalize } from './engine.ts';
import { placeholder } from './fixtures/fixture.ts';

/** A short run: the metric of one seed. */
const RUN = { warmupMs: 2, measuredMs: 20 };
const { signal } = new AbortController();

async function systemOf(text: string, answers: Answers) {
  const reading = read([{ id: '0', name: 'application.yml', text }], answers);
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  return { reading, scenario: { ...assembled.scenario, run: { ...assembled.scenario.run, ...RUN } } };
}

/** The effects of all choices that a text leaves open, and of the machine. */
async function effectsOf(text: string, answers: Answers = {}) {
  const { reading, scenario } = await systemOf(text, answers);
  const choices = [...(reading.choices ?? []), costChoice(scenario, answers)];
  const systems = await choiceSystems(
    choices,
    scenario,
    async (id, value) => (await systemOf(text, { ...answers, [id]: value })).scenario,
    signal,
  );
  let last: Effects = {};
  const progress: number[] = [];
  await sensitivity(scenario, { questions: [], choices: systems }, 'throughput', engines, normalize, {
    signal,
    onChange: ({ effects, done, total }) => {
      last = effects;
      progress.push(total - done);
    },
  });
  return { effects: last, progress, choices };
}

const LETTUCE = 'spring:\n  data:\n    redis:\n      lettuce:\n        pool:\n          max-active: 8\n';
const PROFILES = `spring:
  data.redis:
    client-type: jedis
    jedis.pool.max-active: 2
---
spring:
  config.activate.on-profile: prod
  data.redis.jedis.pool:
    max-active: 64
    max-idle: 64
`;

describe('what a choice is compared with', () => {
  it.each([
    [['1', '2', '3', '4'], '3', ['2', '4', '1']],
    [['a', 'b'], 'a', ['b']],
    [['a', 'b'], null, ['a', 'b']],
    [[], 'true', ['false']],
    [[], 'redis.internal', []],
    [[], null, []],
  ])('of %j with %j: the nearest ones', (values, value, others) => {
    expect(comparedWith({ values, value })).toEqual({ others });
  });

  it.each([
    ['16', ['8', '32']],
    ['1', ['1', '2']],
    ['2s', ['1s', '4s']],
    ['500ms', ['250ms', '1000ms']],
    ['0.5', ['0.25', '1']],
  ])('of the number %s: half and twice', (value, factors) => {
    expect(comparedWith({ values: [], value })).toEqual({ others: [], factors });
  });

  it('are at most six of a long list', () => {
    const values = Array.from({ length: 20 }, (_, index) => `${index}`);
    expect(comparedWith({ values, value: '10' }).others).toEqual(['9', '11', '8', '12', '7', '13']);
  });
});

describe('a choice', () => {
  it('without an effect is named as such, and needs no run', async () => {
    const { effects, choices } = await effectsOf(LETTUCE);
    expect(choices.map(({ id }) => id)).toContain('version');
    expect(effects.version?.choice).toMatchObject({ compared: effects.version?.choice?.others });
    expect(effects.version?.choice?.most).toBeUndefined();
  });

  it('of a profile names the value with the largest effect', async () => {
    const { effects } = await effectsOf(PROFILES);
    const { most, others, compared } = effects.profile?.choice ?? {};
    expect({ others, compared, value: most?.value }).toEqual({ others: 1, compared: 1, value: '(none)' });
    // Two connections instead of 64.
    expect(most?.factor).toBeLessThan(0.2);
  });

  it('of the machine changes the costs alone', async () => {
    const { effects, choices } = await effectsOf(PROFILES);
    expect(choices.at(-1)).toMatchObject({ id: COSTS, kind: 'costs', value: 'linux-server' });
    expect(effects[COSTS]?.choice?.most?.factor).not.toBe(1);
    const answered = await effectsOf(PROFILES, { [COSTS]: 'linux-2core-vm' });
    expect(answered.choices.at(-1)).toMatchObject({ value: 'linux-2core-vm', isAnswered: true });
  });

  it('of a placeholder with a number has half and twice of it', async () => {
    const { effects } = await effectsOf(
      `spring.data.redis.client-type=jedis
spring.data.redis.jedis.pool.max-active=${placeholder('POOL:16')}
spring.data.redis.jedis.pool.max-idle=200
`,
    );
    const { half, twice } = effects[placeholder('POOL')] ?? {};
    expect(half).toBeLessThan(0.7);
    expect(twice).toBeGreaterThan(1.4);
  });

  it('is done when all runs are', async () => {
    const { progress } = await effectsOf(PROFILES);
    expect(progress[0]).toBeGreaterThan(0);
    expect(progress.at(-1)).toBe(0);
    expect([...progress].sort((a, b) => b - a)).toEqual(progress);
  });
});
