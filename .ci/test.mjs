#!/usr/bin/env node
// `npm test`: everything a change must pass, cheap checks first, ending at the first failure.
//   npm test -- --only vitest        one step (several: --only lint --only types)
//   npm test -- --list               the names
import { parseArgs } from 'node:util';
import { at, crate } from './paths.mjs';
import { buildPage } from './programs.mjs';
import { forTests, setup } from './setup.mjs';
import { run, runPackage } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

/** @param {string[]} args */
const cargo = (...args) => run('cargo', args, { cwd: crate });

/** @type {Record<string, () => Promise<boolean>>} */
const steps = {
  lint: async () =>
    (await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])) &&
    runPackage('knip/bin/knip.js', ['-c', '.ci/knip.jsonc']),
  types: () => runPackage('typescript/bin/tsc', ['-p', 'src']),
  format: () => cargo('fmt', '--all', '--check'),
  clippy: () =>
    cargo('clippy', '--quiet', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'),
  // With the feature of the next step, which would compile everything once more for it.
  cargo: () =>
    cargo('test', '--quiet', '--locked', '--workspace', '--profile', 'quick', '--features', 'schema'),
  schema: () => run(process.execPath, [at('.ci/schema.mjs'), '--check']),
  wasm: async () => (await buildWasm()) !== 'failed',
  vitest: () => runPackage('vitest/vitest.mjs', ['run']),
  page: async () => (await buildPage()) !== 'failed',
  budget: () => run(process.execPath, [at('.ci/budget.mjs')]),
  e2e: () => runPackage('@playwright/test/cli.js', ['test', '-c', 'tests/playwright.config.ts']),
};

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true, default: [] }, list: { type: 'boolean' } },
});
if (values.list) {
  process.stdout.write(`${Object.keys(steps).join('\n')}\n`);
  process.exit(0);
}
const unknown = values.only.filter((name) => !(name in steps));
if (unknown.length > 0) {
  process.stderr.write(`no step named ${unknown.join(', ')}; there are: ${Object.keys(steps).join(', ')}\n`);
  process.exit(2);
}

await setup({ required: [...forTests.required], optional: [...forTests.optional] });

const isWanted = (/** @type {string} */ name) => values.only.length === 0 || values.only.includes(name);

/** @type {Map<string, Promise<boolean>>} */
const begun = new Map();
/** @param {string} name */
function begin(name) {
  const running = begun.get(name) ?? /** @type {() => Promise<boolean>} */ (steps[name])();
  begun.set(name, running);
  return running;
}
/** The build for the browser keeps one core busy for half a minute: it begins beside the other programs of Rust. */
const BESIDE = { clippy: 'wasm' };

let passed = 0;
let failed = 0;
for (const name of Object.keys(steps).filter(isWanted)) {
  process.stdout.write(`\n== ${name}\n`);
  const start = process.hrtime.bigint();
  const other = /** @type {Record<string, string>} */ (BESIDE)[name];
  if (other && isWanted(other)) begin(other);
  const good = await begin(name);
  const seconds = Number((process.hrtime.bigint() - start) / 1_000_000n) / 1000;
  process.stdout.write(`== ${name}: ${good ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`);
  if (good) passed++;
  else {
    failed++;
    process.stdout.write(`\nThe step "${name}" failed; run it alone with: npm test -- --only ${name}\n`);
    break;
  }
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);
