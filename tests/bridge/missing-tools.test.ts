/** A machine without JDK, Maven and Go: the bridge says what is missing, and everything else works. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIBRARY_NAMES, releasesOf } from '../../src/bridge/workload/library.ts';
import { FIRST_QUESTION, scenarioOf } from '../../src/bridge/workload/question.ts';
import { libraryState } from '../../src/live/programs.ts';
import { serverProgram } from '../support/redis.ts';
import { dial, serverForTests } from './dial.ts';
import { check, measure, nodeScenario } from './live.ts';

const { PATH, XDG_CACHE_HOME } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'rt-tools-'));

beforeAll(() => {
  symlinkSync(serverProgram(), join(folder, 'redis-server'));
});
afterAll(() => {
  Object.assign(process.env, { PATH, XDG_CACHE_HOME: XDG_CACHE_HOME ?? '' });
  rmSync(folder, { recursive: true, force: true });
});

it('names the missing tools, refuses their libraries, and runs the clients of Node', async () => {
  // The bridge is built with the tools of the developer, and has the drivers of no one in its cache.
  const server = await serverForTests({ redis: 'none' });
  await server.close();
  Object.assign(process.env, { PATH: folder, XDG_CACHE_HOME: folder });
  const line = await dial(await serverForTests());
  const { drivers, programs } = await line.ask('hello', {});
  for (const library of LIBRARY_NAMES) {
    const [{ version }] = releasesOf(library);
    const isJava = library === 'jedis' || library === 'lettuce';
    expect(libraryState(programs, library, version)).toEqual({
      kind: 'needsTool',
      tool: isJava ? 'java' : 'go',
      version: null,
    });
    expect(drivers).not.toContain(library);
    expect(await line.fail('build', { library, version })).toEqual({
      code: 'BR-35',
      detail: { tool: isJava ? 'java' : 'go', program: isJava ? 'java' : 'go', version: 'none' },
    });
    const question = { ...FIRST_QUESTION, driver: library, seconds: 0.2 };
    const request = { scenario: scenarioOf(question), seconds: 0.2, warmupSeconds: 0 };
    // The page offers the nearest scenario that a client of Node can run.
    const plan = await line.ask('plan', request);
    expect(plan).toMatchObject({ kind: 'impossible', nearest: { driver: expect.stringMatching(/redis/i) } });
    expect((await line.fail('run', request)).code).toBe('BR-16');
  }
  expect(check(await measure(line, nodeScenario())).problems).toEqual([]);
  await line.close();
});
