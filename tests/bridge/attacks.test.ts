import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/bridge/protocol.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, type Line, serverForTests, statusOf } from './dial.ts';
import { nodeScenario } from './live.ts';

const redis = await redisForTests();
const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });

const FORBIDDEN = (
  'FLUSHALL FLUSHDB CONFIG DEBUG EVAL EVALSHA SCRIPT FUNCTION FCALL SHUTDOWN REPLICAOF SLAVEOF MONITOR KEYS SCAN ' +
  'MODULE ACL CLIENT SAVE BGSAVE MIGRATE RESTORE DUMP RENAME MOVE COPY SWAPDB SELECT AUTH HELLO CLUSTER FAILOVER ' +
  'SUBSCRIBE PUBLISH SORT OBJECT LATENCY MULTI EXEC WATCH MSET EXPIRE PERSIST'
).split(' ');

/** The ways in which the name of a command could be written to slip through. */
const disguised = fc.tuple(
  fc.constantFrom(...FORBIDDEN),
  fc.func(fc.boolean()),
  fc.constantFrom('', ' ', '\t', '\r\n', '\0', '"', "'", '\u200b', '\ufeff'),
  fc.constantFrom('', ' ', '\r\n', '\0', '\r\n*1\r\n$8\r\nFLUSHALL\r\n'),
);

describe('a token', () => {
  it('of an earlier start is refused', async () => {
    const first = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
    const { port, token } = first;
    expect(await statusOf(first)).toBe(101);
    await first.close();
    const second = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none', port });
    expect(await statusOf({ port, token })).toBe(401);
    expect(await statusOf(second)).toBe(101);
  });
});

describe('commands', () => {
  it('that are not on the list are refused in any spelling', async () => {
    const line = await dial(server);
    await redis.command('SET', 'mine', 'kept');
    const commandstats = async () => String(await redis.command('INFO', 'commandstats'));
    await fc.assert(
      fc.asyncProperty(disguised, async ([name, isLower, before, after]) => {
        const cased = [...name].map((letter, i) => (isLower(i) ? letter.toLowerCase() : letter)).join('');
        const failure = await line.fail('command', { words: [before + cased + after, 'mine', '1'] });
        expect(failure.code).toBe('BR-07');
      }),
      { seed: 1, numRuns: 300 },
    );
    const seen = await commandstats();
    for (const name of FORBIDDEN.filter((command) => !['SELECT', 'HELLO', 'CLIENT'].includes(command)))
      expect(seen).not.toContain(`cmdstat_${name.toLowerCase()}:`);
    expect(await redis.command('GET', 'mine')).toBe('kept');
    await line.close();
  });

  it('reach no key outside the session’s prefix, for any name', async () => {
    const line = await dial(server);
    const { keyPrefix } = await line.ask('hello', {});
    await redis.command('SET', 'mine', 'kept');
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('mine', '../mine', `${keyPrefix}mine`, 'mine\r\n'),
    );
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        if (name !== '') await line.ask('command', { words: ['SET', name, 'overwritten'] });
        if (name !== '') await line.ask('command', { words: ['DEL', name] });
        expect(await redis.command('GET', 'mine')).toBe('kept');
      }),
      { seed: 1, numRuns: 100 },
    );
    await line.close();
    await redis.command('DEL', 'mine');
  });
});

describe('run requests', () => {
  const failing = async (line: Line, wish: object) => (await line.fail('run', wish as never)).code;

  it.each([
    [{ seconds: LIMITS.seconds + 1 }, 'BR-11'],
    [{ seconds: -1 }, 'BR-09'],
    [{ seconds: '1' }, 'BR-09'],
    [{ warmupSeconds: 1e9 }, 'BR-11'],
    [{ keys: LIMITS.keysPerSession + 1 }, 'BR-11'],
    [{ keys: 1.5 }, 'BR-09'],
    [{ resp: 4 }, 'BR-09'],
    [{ driver: '/bin/sh' }, 'BR-09'],
    [{ scenario: null }, 'BR-09'],
    [{ scenario: { nonsense: 1 } }, 'BR-09'],
    [{ scenario: nodeScenario({ connections: { kind: 'shared', count: LIMITS.connections + 1 } }) }, 'BR-16'],
    [{ scenario: nodeScenario({ arrivals: { kind: 'closed', callers: LIMITS.callers + 1 } }) }, 'BR-16'],
    [{ scenario: nodeScenario({ arrivals: { kind: 'open', ratePerSec: 1e6 } }) }, 'BR-16'],
    [
      { scenario: nodeScenario({ workload: { command: { requestBytes: 2 * LIMITS.payloadBytes } } }) },
      'BR-16',
    ],
    [{ keys: 10_000, scenario: nodeScenario({ workload: { command: { requestBytes: 100_000 } } }) }, 'BR-11'],
    [{ scenario: nodeScenario({ batch: { kind: 'multiKey', size: 2, replyPerKey: false } }) }, 'BR-16'],
    [{ scenario: { server: { nodes: 3 } } }, 'BR-16'],
  ])('such as %j end in %s', async (wish, code) => {
    const line = await dial(server);
    expect(await failing(line, { scenario: nodeScenario(), seconds: 0.1, ...wish })).toBe(code);
    await line.close();
  });
});

describe('a scenario that is nested', () => {
  const nested = (depth: number) => `${'{"client":'.repeat(depth)}1${'}'.repeat(depth)}`;
  it.each([
    // Where it is only wrong, the engine says so.
    [LIMITS.scenarioDepth, 'BR-09'],
    [LIMITS.scenarioDepth + 1, 'BR-31'],
    // Where a stack would end.
    [9_000, 'BR-31'],
  ])('%d levels deep ends in %s, and the next request runs', async (depth, code) => {
    const line = await dial(server);
    for (const op of ['plan', 'run']) {
      const said = await line.raw(`{"id":1,"op":"${op}","seconds":0.1,"scenario":${nested(depth)}}`);
      expect('failure' in said && said.failure.code).toBe(code);
    }
    expect((await line.ask('plan', { scenario: nodeScenario(), seconds: 0.1 })).kind).toBe('possible');
    await line.close();
  });

  it('in lists counts list levels, too', async () => {
    const line = await dial(server);
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const said = await line.raw(`{"id":1,"op":"plan","seconds":0.1,"scenario":{"a":${deep}}}`);
    expect('failure' in said && said.failure.code).toBe('BR-31');
    await line.close();
  });
});

describe('any message', () => {
  // `npm run fuzz -- bridge MINUTES` goes on for longer, from another seed.
  const seconds = Number(process.env.BRIDGE_FUZZ_SECONDS ?? 0);
  const seed = Number(process.env.BRIDGE_FUZZ_SEED ?? 20_261_122);

  const operation = fc.constantFrom(
    'hello',
    'confirm',
    'measurePing',
    'command',
    'plan',
    'run',
    'stop',
    '__proto__',
    'x',
  );
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('GET', 'SET', 'DEL', 'PING', 'INFO', 'server', 'PX', ...FORBIDDEN),
  );
  const scenario = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(
      nodeScenario(),
      nodeScenario({ flush: 'everyCommand' }),
      nodeScenario({ network: { rttUs: 100 } }),
      nodeScenario({ arrivals: { kind: 'open', ratePerSec: 1000 } }),
    ),
  );
  const question = fc.record(
    {
      id: fc.oneof(fc.nat(), fc.jsonValue()),
      op: fc.oneof({ weight: 9, arbitrary: operation }, { weight: 1, arbitrary: fc.jsonValue() }),
      words: fc.oneof(fc.array(word, { maxLength: 5 }), fc.jsonValue()),
      count: fc.oneof(fc.integer({ min: -1, max: 20 }), fc.jsonValue()),
      host: fc.oneof(fc.string(), fc.jsonValue()),
      scenario,
      seconds: fc.oneof(fc.double({ min: 0.1, max: 0.2, noNaN: true }), fc.jsonValue()),
      warmupSeconds: fc.oneof(fc.constant(0), fc.jsonValue()),
      keys: fc.oneof(fc.integer({ min: -1, max: 50 }), fc.jsonValue()),
      resp: fc.oneof(fc.constantFrom(2, 3), fc.jsonValue()),
      driver: fc.oneof(fc.constant('redisBenchmark'), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    { weight: 8, arbitrary: question.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 500 }) },
  );

  const isReply = (message: Message) => !('event' in message);
  const isGood = (message: Message) =>
    'event' in message ||
    ((message.id === null || typeof message.id === 'number') &&
      ('failure' in message ? /^BR-\d\d$/.test(message.failure.code) : 'answer' in message));

  it(
    'gets one reply and breaks nothing',
    async () => {
      await redis.command('SET', 'mine', 'kept');
      const end = performance.now() + seconds * 1000;
      for (let round = 0; round === 0 || performance.now() < end; round++) {
        const messages = fc.sample(text, { seed: seed + round, numRuns: 150 });
        const line = await dial(server);
        const heard: Message[] = [];
        line.socket.on('message', (data) => heard.push(JSON.parse(String(data)) as Message));
        for (const message of messages) line.socket.send(message);
        await expect.poll(() => heard.filter(isReply).length, { timeout: 40_000 }).toBe(messages.length);
        expect(
          heard.filter((message) => !isGood(message)),
          `round from seed ${seed + round}`,
        ).toEqual([]);
        await line.close();
        await expect.poll(() => redis.command('DBSIZE'), { timeout: 40_000 }).toBe(1);
        expect(await redis.command('GET', 'mine')).toBe('kept');
      }
      await redis.command('DEL', 'mine');
    },
    60_000 + seconds * 1000,
  );
});
