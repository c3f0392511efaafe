/** Client libraries in separate programs. Without a JDK or Go these tests say so and do not run. */
import { describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/bridge/server/drivers/toolchain.ts';
import {
  DRIVER_PROGRAMS,
  type DriverProgram,
  LIBRARIES,
  LIBRARY_NAMES,
  releasesOf,
} from '../../src/bridge/workload/library.ts';
import { FIRST_QUESTION, type RealQuestion, scenarioOf } from '../../src/bridge/workload/question.ts';
import { deep } from '../support/tier.ts';
import { dial, serverForTests } from './dial.ts';
import { listen } from './live.ts';

const server = await serverForTests();
const line = await dial(server);
const hasTools = new Map<DriverProgram, boolean>(
  await Promise.all(
    DRIVER_PROGRAMS.map(async (program) => {
      const tools = await toolsOf(program);
      return [program, tools.every(({ isUsable }) => isUsable)] as const;
    }),
  ),
);

/** Long enough for a thousand requests: of libraries at full load nothing is asked here but that the counts agree. */
const LENGTH = deep ? { seconds: 0.4, warmupSeconds: 0.2 } : { seconds: 0.15, warmupSeconds: 0.05 };

/** Reading and writing finds what writing alone does. */
const BATCHES: readonly Partial<RealQuestion>[] = [
  ...(deep ? [{}] : []),
  { mix: 'half' },
  { batch: 'pipeline', batchSize: 5 },
  { batch: 'multiKey', batchSize: 5 },
  { batch: 'transactionInPipeline', batchSize: 5 },
];

describe.each(LIBRARY_NAMES)('%s', (library) => {
  const test = it.skipIf(!hasTools.get(LIBRARIES[library].program));
  const [{ version }] = releasesOf(library);

  test('is built on demand', { timeout: 600_000 }, async () => {
    const programs = await line.ask('build', { library, version });
    expect(programs.find(({ program }) => program === LIBRARIES[library].program)?.built).toContain(null);
  });

  test.each(BATCHES)('agrees with the server’s counters, and leaves no key: %o', async (part) => {
    const heard = listen(line);
    const question = {
      ...FIRST_QUESTION,
      driver: library,
      callers: 8,
      connections: 4,
      seconds: LENGTH.seconds,
      ...part,
      // A transaction of Lettuce needs a connection of its own.
      ...(library === 'lettuce' &&
        part.batch === 'transactionInPipeline' && {
          edits: { 'client.connections': { kind: 'pooled', maxTotal: 4 } },
        }),
    };
    await line.ask('run', {
      scenario: scenarioOf(question),
      ...LENGTH,
      driver: library,
    });
    const measured = await heard.measured();
    expect({ ended: measured.ended, lost: measured.remarks.filter(({ code }) => code === 'BR-21') }).toEqual({
      ended: 'complete',
      lost: [],
    });
    expect(measured.summary?.throughput.perSec).toBeGreaterThan(100);
    expect(measured.summary?.requests.failed).toBe(0);
    expect(measured.counted.length).toBeGreaterThan(0);
    for (const { name, sent, server: counted } of measured.counted)
      expect({ name, sent }).toEqual({ name, sent: counted });
    expect(measured.program?.versions).not.toEqual({});
    expect(measured.program?.cores).toBeGreaterThan(0);
  });
});

const [java] = await toolsOf('java');
const isOldJdk = Number.parseInt(java?.version ?? '0', 10) < 21;

it.skipIf(!hasTools.get('java') || !isOldJdk)('refuses virtual threads on an older JDK', async () => {
  const scenario = scenarioOf({ ...FIRST_QUESTION, driver: 'jedis' });
  const request = { scenario, seconds: 0.4, driver: 'jedis', virtualThreads: true } as const;
  expect(await line.fail('run', request)).toEqual({ code: 'BR-38', detail: { version: java?.version } });
});
