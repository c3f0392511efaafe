import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueFrom } from '../../src/model/scenario/amount.ts';
import { fieldNamed } from '../../src/model/scenario/fields.ts';
import { assemble } from '../../src/system/assemble.ts';
import { scaled, trialOf } from '../../src/system/page/sensitivity.ts';
import { proposalsOf } from '../../src/system/proposals.ts';
import { answerSettings, askedAtOnce, openQuestions, QUESTIONS } from '../../src/system/questions.ts';
import { read } from '../../src/system/readers/read.ts';
import { deep } from '../support/tier.ts';
import { normalize } from './engine.ts';
import { FIXTURES } from './fixtures.ts';

const reading = read([
  { id: '0', name: 'a.properties', text: 'spring.data.redis.jedis.pool.max-active=16\n' },
]);

async function assembledWith(answers: Readonly<Record<string, number>>) {
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  return assembled;
}

describe('the questions', () => {
  it('have a proposal each', async () => {
    const { scenario, settings } = await assembledWith({});
    const open = openQuestions(scenario, settings, {}, undefined);
    expect(open.map(({ id }) => id)).toEqual(QUESTIONS.map(({ id }) => id));
    expect(open.find(({ id }) => id === 'rate')?.value).toBe(0);
    expect(open.find(({ id }) => id === 'instances')?.value).toBe(1);
    expect(open.every(({ isAnswered }) => !isAnswered)).toBe(true);
  });

  it('are at most seven at once for any set of texts, each with what says how much it matters', async () => {
    const texts = fc.constantFrom(...FIXTURES.map((fixture) => fixture.text));
    const answers = fc.record({ slowShare: fc.constantFrom(0, 0.01), rate: fc.constantFrom(0, 5000) });
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 5 }), answers, async (own, given) => {
        const all = read(
          own.map((text, index) => ({ id: `${index}`, name: '', text })),
          given,
        );
        const assembled = await assemble(all, given, normalize);
        if (!('scenario' in assembled)) return;
        const { scenario, settings } = assembled;
        const open = openQuestions(scenario, settings, given, all.instances, proposalsOf(all, given));
        const { first, further } = askedAtOnce(all.choices ?? [], open);
        expect(first.choices.length + first.questions.length).toBeLessThanOrEqual(7);
        const asked = [...first.questions, ...further.questions].flat();
        // Only the time of slow commands that do not exist is left out.
        expect(open.filter((question) => !asked.includes(question)).map(({ id }) => id)).toEqual(
          asked.some(({ id, value }) => id === 'slowShare' && value === 0) &&
            open.some(({ id }) => id === 'slowTime')
            ? ['slowTime']
            : [],
        );
        for (const question of asked) {
          expect(question.value).toEqual(expect.any(Number));
          const { factors, edits } = trialOf(scenario, question, 1000);
          const isTried = (factors ?? [edits]).some((each) => each !== undefined);
          expect([question.id, isTried || question.id === 'instances']).toEqual([question.id, true]);
        }
      }),
      { numRuns: deep ? 500 : 40 },
    );
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

describe('typed answers', () => {
  it.each([
    ['callers', '1k', 1000],
    ['rate', '20k/s', 20_000],
    ['rtt', '0.5 ms', 500],
    ['rtt', '300', 300],
    ['replyBytes', '3 KB', 3072],
    ['slowShare', '2', 0.02],
    ['slowShare', '0.5 %', 0.005],
    ['slowTime', '20', 20_000],
    ['slowTime', '800 µs', 800],
  ])('of %s: “%s”', (id, text, value) => {
    const question = QUESTIONS.find((each) => each.id === id);
    const field = fieldNamed(question?.path ?? '');
    expect(field).toBeDefined();
    expect(valueFrom(text, field ?? {}, question?.shown)).toBe(value);
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

describe('proposals of the texts', () => {
  const commandstats = (uptime: number, slow: number) =>
    `# Server\nredis_version:7.2.4\nuptime_in_seconds:${uptime}\ninstantaneous_ops_per_sec:20000\n# Stats\ntotal_commands_processed:${uptime * 1000}\ntotal_net_output_bytes:${uptime * 1000 * 640}\n# Commandstats\ncmdstat_get:calls=${uptime * 990},usec=${uptime * 1980},usec_per_call=2.00\ncmdstat_hgetall:calls=${slow},usec=${slow * 8000},usec_per_call=8000.00\n`;
  const slowLog = (times: readonly number[]) =>
    times
      .map(
        (at, index) =>
          `${index + 1}) 1) (integer) ${index}\n   2) (integer) ${at}\n   3) (integer) 40000\n   4) 1) "KEYS"\n      2) "*"\n`,
      )
      .join('');
  const pieces = (...texts: readonly string[]) =>
    read(texts.map((text, index) => ({ id: `${index}`, name: '', text })));

  it('are the share and the time of slow commands in the counters, with their line', () => {
    const { slowShare, slowTime, replyBytes, rate } = proposalsOf(pieces(commandstats(1000, 10_000)), {});
    expect(slowShare?.value).toBe(0.01);
    expect(slowTime?.value).toBe(8000);
    expect(slowTime?.basis).toMatchObject({ from: 'line', line: 10 });
    expect(replyBytes?.value).toBe(640);
    expect(rate?.value).toBe(20_000);
  });

  it('take the calls between two texts of INFO', () => {
    const { observed } = pieces(commandstats(1010, 10_500), commandstats(1000, 10_000));
    expect(observed.commandsPerSecByName?.value.hgetall?.callsPerSec).toBe(50);
  });

  it('divide the slow log by all commands where their rate is known', () => {
    const log = slowLog([1_732_000_000, 1_732_000_050, 1_732_000_100]);
    const alone = proposalsOf(pieces(log), {});
    expect(alone.slowTime?.value).toBe(40_000);
    expect(alone.slowShare).toBeUndefined();
    // Three in 150 s of 2 × 100 commands a second.
    expect(proposalsOf(pieces(log), { rate: 100, instances: 2 }).slowShare?.value).toBe(0.0001);
  });

  it('know the share from a histogram', () => {
    const bucket = (name: string, us: number, count: number) =>
      `1) "${name}"\n2) 1) "calls"\n   2) (integer) ${count}\n   3) "histogram_usec"\n   4) 1) (integer) ${us}\n      2) (integer) ${count}\n`;
    const { slowShare, slowTime } = proposalsOf(
      pieces(bucket('get', 2, 990) + bucket('keys', 40_000, 10)),
      {},
    );
    expect(slowShare?.value).toBe(0.01);
    // The bucket ends at 40 ms and begins at half of it.
    expect(slowTime?.value).toBe(28_000);
  });

  it('find slow percentiles behind a quick mean', () => {
    const text = `${commandstats(1000, 0)}# Latencystats\nlatency_percentiles_usec_get:p50=2.007,p99=3.007,p99.9=20000.8\n`;
    expect(proposalsOf(pieces(text), {}).slowShare?.value).toBe(0.001);
  });

  it('count no command that waits on purpose', () => {
    expect(proposalsOf(pieces(commandstats(1000, 10_000).replaceAll('hgetall', 'blpop')), {}).slowShare).toBe(
      undefined,
    );
  });

  it('count the machines of CLIENT LIST, but not the one that asks', () => {
    const client = (host: number, cmd: string) =>
      `id=${host} addr=10.0.0.${host}:50${host} name= age=1 idle=0 flags=N cmd=${cmd}\n`;
    const text = client(1, 'get') + client(2, 'set') + client(2, 'get') + client(9, 'client|list');
    expect(proposalsOf(pieces(text), {}).instances?.value).toBe(2);
  });

  it('become settings whose origin is the line, and an answer replaces them', async () => {
    const all = pieces('spring.redis.jedis.pool.max-active=8\n', commandstats(1000, 10_000));
    const assembled = await assemble(all, { slowShare: 0.02, rate: 0 }, normalize);
    if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
    const { scenario, settings } = assembled;
    expect(scenario.workload.second.share).toBe(0.02);
    expect(scenario.workload.arrivals.kind).toBe('closed');
    expect(scenario.workload.second.execUs).toEqual({ kind: 'constant', value: 8000 });
    const origin = settings.find(({ path }) => path === 'workload.second.execUs.value')?.origin;
    expect(origin).toMatchObject({ from: 'proposal', question: 'slowTime', basis: { line: 10 } });
  });

  it('give all processes of a known load', async () => {
    const all = pieces('spring.redis.jedis.pool.max-active=8\n', commandstats(1000, 0));
    const assembled = await assemble(all, { instances: 4 }, normalize);
    if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
    expect(assembled.scenario.client.instances).toBe(4);
    expect(assembled.scenario.workload.arrivals).toMatchObject({ kind: 'open', ratePerSec: 5000 });
  });
});

it('reads a number for each core: nettyThreads 0 of Redisson is twice the cores', async () => {
  const text = 'singleServerConfig:\n  address: "redis://cache:6379"\nnettyThreads: 0\n';
  const redisson = read([{ id: '0', name: 'redisson.yml', text }]);
  const assembled = await assemble(redisson, { cores: 6 }, normalize);
  expect('scenario' in assembled && assembled.scenario.client.io).toMatchObject({ loops: 12 });
  expect(redisson.problems).toEqual([]);
});
