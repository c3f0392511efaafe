/** The teacher's page grades diagnoses of result files by their own runs. */
import { expect, it } from 'vitest';
import { incidentNamed } from '../../src/learn/incidents/incidents.ts';
import { gradedOutcome } from '../../src/learn/incidents/outcome.ts';
import { regraded } from '../../src/learn/incidents/regrade.ts';
import { incidentsOf } from '../support/class.ts';
import { engine } from './runs.ts';

const profile = incidentNamed('profile');
if (!profile) throw new Error('there is no incident profile');

const progress = incidentsOf(1)['profile.101'];
if (!progress?.best) throw new Error('there is no diagnosis');
const { best } = progress;

it('finds the points of an honest file', async () => {
  const grade = await regraded(engine, profile, 101, best);
  if (!grade) throw new Error('the run was given up');
  expect(gradedOutcome(profile, 101, progress, best, grade)).toMatchObject({
    isSolved: true,
    score: 85,
    diagnosis: { points: best.points, verdict: 'right' },
  });
}, 60_000);

it('believes neither points nor settings that the incident does not offer', async () => {
  const claimed = {
    ...best,
    evidence: ['redisBusy' as const],
    remedy: { testOnBorrow: 'magic', other: 'x' },
  };
  const grade = await regraded(engine, profile, 101, claimed);
  expect(grade).toMatchObject({
    isSolved: false,
    remedy: 'none',
    points: { cause: 40, evidence: 0, remedy: 0 },
  });
}, 60_000);
