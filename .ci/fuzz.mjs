#!/usr/bin/env node
// Searches for an input that breaks the engine: any text into `normalize`, any scenario it accepts into a run.
//   npm run fuzz -- 10          ten minutes, from a seed that it prints
//   npm run fuzz -- 10 --seed 7 the same inputs again
//   npm run fuzz -- FILE.json   one stored input
//   npm run fuzz -- bridge 5    five minutes of messages to the bridge, before a real Redis
//   npm run fuzz -- http 5      five minutes of raw requests, frames, aborts and files that change
import { resolve } from 'node:path';
import { crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { run, runPackage } from './shell.mjs';

/** The file of tests that fuzzes something other than the engine. The whole file runs, so no title can go out of date. */
const OTHERS = { bridge: 'tests/bridge/attacks.test.ts', http: 'tests/bridge/http-fuzz.test.ts' };
const [, , kind] = process.argv;
const other = kind === 'bridge' || kind === 'http' ? OTHERS[kind] : undefined;
const [first, ...more] = process.argv.slice(other ? 3 : 2);
const minutes = Number(first);
const seed = more[0] === '--seed' ? Number(more[1]) : Math.floor(Math.random() * 2 ** 32);
const wantsFile = first?.endsWith('.json') ?? false;
if (!wantsFile && (!(minutes > 0) || !Number.isInteger(seed) || seed < 0)) {
  process.stderr.write(
    'npm run fuzz -- [bridge|http] MINUTES [--seed NUMBER], or npm run fuzz -- FILE.json\n',
  );
  process.exit(2);
}

if (!wantsFile) process.stdout.write(`fuzz: ${minutes} minutes from seed ${seed}\n`);
if (other) {
  await setup({ required: ['node', 'npm', 'redis'], quiet: true });
  Object.assign(process.env, { BRIDGE_FUZZ_SECONDS: Math.ceil(60 * minutes), BRIDGE_FUZZ_SEED: seed });
  const args = ['run', other, '--disable-console-intercept'];
  process.exit((await runPackage('vitest/vitest.mjs', args)) ? 0 : 1);
}
await setup({ required: ['node', 'cargo'], quiet: true });
const wanted = wantsFile
  ? { FUZZ_FILE: resolve(process.env.INIT_CWD ?? '.', first ?? '') }
  : { FUZZ_SECONDS: String(Math.ceil(60 * minutes)), FUZZ_SEED: String(seed) };
const args = ['test', '--quiet', '--locked', '--profile', 'fuzz', '--test', 'fuzz', '--', '--nocapture'];
const found = !(await run('cargo', args, { cwd: crate, env: { ...process.env, ...wanted } }));
process.exit(found ? 1 : 0);
