import { describe, expect, test } from 'vitest';
import type { Facts } from '../../src/learn/incidents/facts.ts';
import { gradeOf, HINT_COSTS, REFUSAL_COST, scoreOf } from '../../src/learn/incidents/grade.ts';
import { type Changes, OBSERVATIONS, type Observation } from '../../src/learn/incidents/incident.ts';
import { INCIDENTS, incidentNamed } from '../../src/learn/incidents/incidents.ts';
import { MAX_SEED, partialOf, variantOf } from '../../src/learn/incidents/variant.ts';
import { loadEngine } from '../engine/runs.ts';

const engine = await loadEngine();

const payments = incidentNamed('payments');
if (!payments) throw new Error('there is no incident payments');

const factsWith = (...seen: readonly Observation[]): Facts =>
  Object.fromEntries(
    OBSERVATIONS.map((name) => [name, { isTrue: seen.includes(name), values: {} }]),
  ) as unknown as Facts;

const storm = factsWith('poolWait', 'redisBusy', 'manyRetries', 'connectionsReopened');
const outcome = (meetsGoal: boolean) => ({ p99Ns: 1, answered: 1, meetsGoal });

describe('a diagnosis', () => {
  const grade = (remedy: Changes, meetsGoal: boolean, evidence: readonly Observation[] = []) =>
    gradeOf(payments, storm, { cause: 'retryStorm', evidence, remedy }, outcome(meetsGoal));

  test('has points for cause, evidence and remedy by themselves', () => {
    expect(grade({}, false).points).toEqual({ cause: 40, evidence: 0, remedy: 0 });
    const all = grade({ retries: 'none' }, true, ['manyRetries', 'redisBusy', 'connectionsReopened']);
    expect(all).toMatchObject({
      isSolved: true,
      missing: 0,
      points: { cause: 40, evidence: 30, remedy: 30 },
    });
    expect(scoreOf(all, 0, 0)).toBe(100);
  });

  test.each([
    ['right', { retries: 'none' }, true],
    ['right', { replyTimeout: 'long' }, true],
    ['extra', { retries: 'none', poolSize: 'more' }, true],
    ['symptom', { poolSize: 'more' }, true],
    ['missed', { poolSize: 'more' }, false],
    ['missed', { retries: 'none' }, false],
    ['none', {}, true],
  ] as const)('has a remedy that is %s: %o', (verdict, remedy, meetsGoal) => {
    expect(grade(remedy, meetsGoal).remedy).toBe(verdict);
  });

  test('loses points for evidence that is untrue or proves nothing', () => {
    const { evidence, points } = grade({}, false, ['manyRetries', 'poolWait', 'pingPerCommand']);
    expect(evidence.map(({ verdict }) => verdict)).toEqual(['supports', 'unrelated', 'untrue']);
    expect(points.evidence).toBe(0);
    expect(grade({}, false, ['manyRetries', 'redisBusy']).points.evidence).toBe(20);
  });

  test('that is wrong names what speaks against it', () => {
    const wrong = gradeOf(
      payments,
      storm,
      { cause: 'undersizedPool', evidence: ['poolWait'], remedy: { poolSize: 'more' } },
      outcome(false),
    );
    expect(wrong).toMatchObject({ isCauseRight: false, isSolved: false, points: { cause: 0, remedy: 0 } });
    expect(wrong.contradictions.map(({ observation }) => observation)).toEqual(['redisBusy', 'manyRetries']);
  });

  test('costs points after hints and refusals, never below zero', () => {
    const right = grade({ retries: 'none' }, true, ['manyRetries', 'redisBusy', 'connectionsReopened']);
    expect(scoreOf(right, 2, 1)).toBe(100 - HINT_COSTS[0] - HINT_COSTS[1] - REFUSAL_COST);
    expect(scoreOf(right, 3, 20)).toBe(0);
  });
});

describe.each(INCIDENTS)('$id', (incident) => {
  test('is a valid scenario as found and with every option, for seeds far apart', () => {
    for (const seed of [1, 4711, MAX_SEED]) {
      const variant = variantOf(incident, seed);
      const options = incident.knobs.flatMap(({ id, options }) =>
        options.map((option) => ({ [id]: option.id })),
      );
      for (const changes of [{}, ...options]) {
        const { issues } = engine.normalize(JSON.stringify(partialOf(variant, changes)));
        expect([incident.id, seed, changes, issues]).toEqual([incident.id, seed, changes, []]);
      }
    }
  });

  test('accepts remedies that its knobs have', () => {
    for (const remedy of incident.remedies)
      for (const [knob, options] of Object.entries(remedy)) {
        const known = incident.knobs.find(({ id }) => id === knob)?.options.map(({ id }) => id);
        expect(known).toEqual(expect.arrayContaining(options));
      }
  });
});

test('no incident names its cause where a student sees it', () => {
  for (const { id, service, cause } of INCIDENTS)
    expect(`${id} ${service}`.toLowerCase()).not.toContain(cause.toLowerCase());
  expect(new Set(INCIDENTS.map(({ cause }) => cause)).size).toBe(INCIDENTS.length);
});
