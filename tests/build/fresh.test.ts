/** A build that several parts of one program ask for at once is made once, and all of them go on. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { whenStale } from '../../.ci/fresh.mjs';
import { at } from '../../.ci/paths.mjs';
import { pageSources } from '../../.ci/programs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'rt-fresh-'));
const name = `test ${process.pid}`;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(at(`node_modules/.cache/roundtrip/${name}`), { force: true });
});

it('builds once for three concurrent callers in a process', async () => {
  const output = join(folder, 'built');
  let builds = 0;
  const build = async () => {
    builds++;
    // The others ask meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 120));
    writeFileSync(output, 'built');
    return true;
  };
  const ask = () => whenStale({ name, inputs: ['package.json'], output, build });
  expect((await Promise.all([ask(), ask(), ask()])).sort()).toEqual(['built', 'fresh', 'fresh']);
  expect(builds).toBe(1);
  expect(await ask()).toBe('fresh');
});

it('builds the page anew for its policy, which lies among the sources of the server', () => {
  const { inputs, counts } = pageSources;
  // A folder that does not count is not looked into.
  const isBuiltFrom = (file: string): boolean =>
    counts(at(file)) && (inputs.includes(file) || (file.includes('/') && isBuiltFrom(dirname(file))));
  expect(readFileSync(at('.ci/page-head.mjs'), 'utf8')).toContain("'../src/bridge/server/policy.ts'");
  expect(isBuiltFrom('src/bridge/server/policy.ts')).toBe(true);
  expect(isBuiltFrom('src/main.tsx')).toBe(true);
  expect(isBuiltFrom('src/bridge/server/guard.ts')).toBe(false);
});
