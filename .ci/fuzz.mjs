#!/usr/bin/env node
// Searches for an input that breaks the engine: any text into `normalize`, any scenario it accepts into a run.
//   npm run fuzz -- 10          ten minutes, from a seed that it prints
//   npm run fuzz -- 10 --seed 7 the same inputs again
//   npm run fuzz -- FILE.json   one stored input
import { resolve } from 'node:path';
import { crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { run } from './shell.mjs';

const [first, ...more] = process.argv.slice(2);
const minutes = Number(first);
const seed = more[0] === '--seed' ? Number(more[1]) : Math.floor(Math.random() * 2 ** 32);
const wantsFile = first?.endsWith('.json') ?? false;
if (!wantsFile && (!(minutes > 0) || !Number.isInteger(seed) || seed < 0)) {
  process.stderr.write('npm run fuzz -- MINUTES [--seed NUMBER], or npm run fuzz -- FILE.json\n');
  process.exit(2);
}

await setup({ required: ['node', 'cargo'], quiet: true });
if (!wantsFile) process.stdout.write(`fuzz: ${minutes} minutes from seed ${seed}\n`);
const wanted = wantsFile
  ? { FUZZ_FILE: resolve(process.env.INIT_CWD ?? '.', first ?? '') }
  : { FUZZ_SECONDS: String(Math.ceil(60 * minutes)), FUZZ_SEED: String(seed) };
const args = ['test', '--quiet', '--locked', '--profile', 'fuzz', '--test', 'fuzz', '--', '--nocapture'];
const found = !(await run('cargo', args, { cwd: crate, env: { ...process.env, ...wanted } }));
process.exit(found ? 1 : 0);
