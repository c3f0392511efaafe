import { describe, expect, it } from 'vitest';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { assemble } from '../../src/system/assemble.ts';
import { scaled } from '../../src/system/page/sensitivity.ts';
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
    // Share and time of slow commands are one question.
    expect(QUESTIONS.filter(({ askedWith }) => askedWith === undefined).length).toBeLessThanOrEqual(7);
    const { scenario, settings } = await assembledWith({});
    const open = openQuestions(scenario, settings, {}, undefined);
    const proposed = open.filter(({ value }) => value !== undefined).map(({ id }) => id);
    expect(proposed).toEqual(['callers', 'rtt', 'replyBytes', 'cores', 'slowShare', 'slowTime']);
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

describe('the share of slow commands', () => {
  it('becomes the second command with its time', async () => {
    const { scenario } = await assembledWith({ slowShare: 0.01, slowTime: 20_000 });
    expect(scenario.workload.second).toMatchObject({
      share: 0.01,
      execUs: { kind: 'constant', value: 20_000 },
    });
  });
});

describe('the scaled answer', () => {
  it('is whole only where the field is, and stays within its bounds', () => {
    expect(scaled(0.5, fieldNamed('network.rttUs'))).toBe(0.5);
    expect(scaled(2.6, fieldNamed('client.cores'))).toBe(3);
    expect(scaled(0.2, fieldNamed('client.cores'))).toBe(1);
    expect(scaled(1.4, fieldNamed('workload.second.share'))).toBe(1);
  });
});
