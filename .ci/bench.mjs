#!/usr/bin/env node
// Runs the benchmarks in tests/bench, all of them or those whose name contains a word: `npm run bench -- sweep`.
// Each is a module that prints its figures and its budget and exits with an error when over it.
import { existsSync, readdirSync } from 'node:fs';
import { at } from './paths.mjs';
import { buildBridge } from './programs.mjs';
import { setup } from './setup.mjs';
import { run, runPackage } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

await setup({ required: ['node', 'npm'], quiet: true });
if ((await buildWasm()) === 'failed') process.exit(1);

const folder = at('tests/bench');
const words = process.argv.slice(2);
const chosen = (existsSync(folder) ? readdirSync(folder).sort() : []).filter(
  (file) => /\.(mjs|ts)$/.test(file) && (words.length === 0 || words.some((word) => file.includes(word))),
);
if (chosen.length === 0) {
  process.stderr.write(
    `no benchmark ${words.length > 0 ? `named like ${words.join(', ')}` : 'in tests/bench'}\n`,
  );
  process.exit(1);
}

/** @param {string} file a TypeScript one is bundled first: this Node runs JavaScript only */
async function bench(file) {
  if (file.endsWith('.mjs')) return run(process.execPath, [`${folder}/${file}`]);
  const out = at('node_modules/.cache/roundtrip/bench');
  const args = ['build', '--logLevel', 'warn', '--ssr', `${folder}/${file}`, '--outDir', out];
  if (!(await runPackage('vite/bin/vite.js', args))) return false;
  return run(process.execPath, [`${out}/${file.replace(/\.ts$/, '.js')}`]);
}

if (chosen.some((file) => file.startsWith('bridge')) && (await buildBridge()) === 'failed') process.exit(1);

let over = 0;
for (const file of chosen) {
  process.stdout.write(`\n== ${file}\n`);
  if (!(await bench(file))) over++;
}
process.stdout.write(`\n${chosen.length - over} within budget, ${over} over\n`);
process.exit(over > 0 ? 1 : 0);
