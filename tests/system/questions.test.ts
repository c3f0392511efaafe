import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/system/assemble.ts';
import { answerSettings, openQuestions, QUESTIONS } from '../../src/system/questions.ts';
import { read } from '../../src/system/readers/read.ts';
import { normalize } from './engine.ts';

const reading = read([
  { id: '0', name: 'a.properties', text: 'spring.data.redis.jedis.pool.max-active=16\n' },
]);

async function assembledWith(answers: Readonly<Record<string, number>>) {
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  return assembled;
}

describe('the questions', () => {
  it('are at most seven, each with a proposal or optional', async () => {
    expect(QUESTIONS.length).toBeLessThanOrEqual(7);
    const { scenario, settings } = await assembledWith({});
    const open = openQuestions(scenario, settings, {}, undefined);
    const proposed = open.filter(({ value }) => value !== undefined).map(({ id }) => id);
    expect(proposed).toEqual(['callers', 'rtt', 'replyBytes', 'cores']);
    expect(open.every(({ isAnswered }) => !isAnswered)).toBe(true);
  });

  it('are not asked where a piece has the answer', async () => {
    const { scenario, settings } = await assembledWith({});
    const origin = { from: 'line', piece: '0', line: 1, key: 'rtt', text: '' } as const;
    const read = [...settings, { path: 'network.rttUs', value: 500, origin }];
    expect(openQuestions(scenario, read, {}, 3).map(({ id }) => id)).not.toContain('rtt');
    expect(openQuestions(scenario, read, {}, 3).map(({ id }) => id)).not.toContain('instances');
  });

  it('turn a rate into an open load', async () => {
    const { scenario } = await assembledWith({ rate: 5000, rtt: 800, replyBytes: 3000 });
    expect(scenario.workload.arrivals).toMatchObject({ kind: 'open', ratePerSec: 5000 });
    expect(scenario.network.rttUs).toBe(800);
    expect(scenario.workload.command.replyBytes).toBe(3000);
  });

  it('give settings with the answer as their origin', () => {
    expect(answerSettings({ callers: 7 })).toEqual([
      { path: 'workload.arrivals.callers', value: 7, origin: { from: 'answer', question: 'callers' } },
    ]);
  });

  it('do not change a value that the engine refuses: it is named', async () => {
    const assembled = await assemble(reading, { callers: 1e9 }, normalize);
    expect(assembled).toEqual([expect.objectContaining({ path: 'workload.arrivals.callers' })]);
  });
});
