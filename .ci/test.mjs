#!/usr/bin/env node
// `npm test`: everything a change must pass, cheap checks first, ending at the first failure.
// `npm run test:deep` (`--deep`): the same steps at full length, and more; tests/README.md says what.
//   npm test -- --only vitest        one step (several: --only lint --only types)
//   npm test -- --list               the names
//   npm test -- --coverage           line coverage of TypeScript, and of Rust where cargo-llvm-cov is installed
import { parseArgs } from 'node:util';
import { testDrivers } from './drivers.mjs';
import { at, crate } from './paths.mjs';
import { buildPage } from './programs.mjs';
import { forTests, setup } from './setup.mjs';
import { measured, run, runPackage, which } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean' },
    deep: { type: 'boolean', default: process.env.ROUNDTRIP_TIER === 'deep' },
    coverage: { type: 'boolean', default: false },
    // How a step runs itself as a process of its own, so that its CPU time can be read.
    step: { type: 'string' },
  },
});
if (values.deep) process.env.ROUNDTRIP_TIER = 'deep';

/** The feature is that of the step "schema", which would compile everything once more for it. */
const QUICK = ['--quiet', '--locked', '--workspace', '--profile', 'quick', '--features', 'schema'];

/** @param {string[]} args */
const cargo = (...args) => run('cargo', args, { cwd: crate });

/** @param {string[]} args */
const fuzz = (...args) => run(process.execPath, [at('.ci/fuzz.mjs'), ...args]);

/** What only `npm run test:deep` does. The seed of a search is new each day. */
const deepSteps = {
  soak: async () => {
    const seed = String(Math.floor(Date.now() / 86_400_000));
    // With the engine's own checks, as `npm run fuzz` has them.
    const args = [
      'test',
      '--quiet',
      '--locked',
      '--profile',
      'fuzz',
      '--features',
      'schema',
      '--test',
      'all',
    ];
    const env = { ...process.env, SOAK: seed };
    process.stdout.write(`random scenarios from seed ${seed}\n`);
    return (
      (await run('cargo', [...args, 'invariants::'], { cwd: crate, env })) &&
      (await fuzz('5', '--seed', seed)) &&
      (await fuzz('bridge', '2', '--seed', seed)) &&
      (await fuzz('http', '2', '--seed', seed))
    );
  },
  // Chromium is required; of Firefox and WebKit it says where they are not installed.
  browsers: () => run(process.execPath, [at('.ci/bench.mjs'), 'browsers']),
};

/** @type {Record<string, () => Promise<boolean>>} */
const steps = {
  lint: async () =>
    (await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.'])) &&
    runPackage('knip/bin/knip.js', ['-c', '.ci/knip.jsonc']),
  types: () => runPackage('typescript/bin/tsc', ['-p', 'src']),
  format: () => cargo('fmt', '--all', '--check'),
  // With the profile and the features of the tests, which then need not compile procedural macros again.
  clippy: () => cargo('clippy', ...QUICK, '--all-targets', '--', '-D', 'warnings'),
  cargo: async () => {
    if (!values.coverage) return cargo('test', ...QUICK);
    if (which('cargo-llvm-cov')) {
      // Each process writes a file of its own: to add to one file fails at the end of each ("Invalid argument"). Threads of tests
      // would slow each other down, as they count in the same places.
      const env = { ...process.env, LLVM_PROFILE_FILE_NAME: 'engine-%p.profraw', RUST_TEST_THREADS: '1' };
      const args = [...QUICK, '--summary-only', '--ignore-filename-regex', 'tests/|/bin/'];
      return run('cargo', ['llvm-cov', ...args], { cwd: crate, env });
    }
    process.stdout.write('Rust without coverage: cargo install cargo-llvm-cov --locked\n');
    return cargo('test', ...QUICK);
  },
  schema: () => run(process.execPath, [at('.ci/schema.mjs'), '--check']),
  wasm: async () => (await buildWasm()) !== 'failed',
  vitest: () => runPackage('vitest/vitest.mjs', ['run', ...(values.coverage ? ['--coverage'] : [])]),
  drivers: () => testDrivers(values.deep),
  page: async () => (await buildPage()) !== 'failed',
  budget: () => run(process.execPath, [at('.ci/budget.mjs')]),
  e2e: () => runPackage('@playwright/test/cli.js', ['test', '-c', 'tests/playwright.config.ts']),
  ...(values.deep && deepSteps),
};

if (values.step) process.exit((await /** @type {() => Promise<boolean>} */ (steps[values.step])()) ? 0 : 1);
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

/** @type {Map<string, ReturnType<typeof measured>>} */
const begun = new Map();
/** @param {string} name */
function begin(name) {
  const running = begun.get(name) ?? measured(process.execPath, [...process.argv.slice(1), '--step', name]);
  begun.set(name, running);
  return running;
}
/** The build for the browser keeps one core busy for half a minute: it begins beside the other programs of Rust. */
const BESIDE = { clippy: 'wasm' };

/** @param {string} name @param {number} wallSeconds @param {number | undefined} cpuSeconds */
const row = (name, wallSeconds, cpuSeconds) =>
  `${name.padEnd(8)}${wallSeconds.toFixed(1).padStart(9)}${(cpuSeconds?.toFixed(1) ?? 'unknown').padStart(9)}\n`;

let table = `${'step'.padEnd(8)}${'wall s'.padStart(9)}${'CPU s'.padStart(9)}\n`;
let [wallSum, cpuSum] = [0, 0];
/** @type {string | undefined} */
let failed;
for (const name of Object.keys(steps).filter(isWanted)) {
  process.stdout.write(`\n== ${name}\n`);
  const other = /** @type {Record<string, string>} */ (BESIDE)[name];
  if (other && isWanted(other)) begin(other);
  const { passed, wallSeconds, cpuSeconds } = await begin(name);
  const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(1)} s of CPU`;
  process.stdout.write(`== ${name}: ${passed ? 'passed' : 'FAILED'} in ${wallSeconds.toFixed(1)} s${cpu}\n`);
  table += row(name, wallSeconds, cpuSeconds);
  wallSum += wallSeconds;
  cpuSum += cpuSeconds ?? Number.NaN;
  if (passed) continue;
  failed = name;
  break;
}
process.stdout.write(`\n${table}${row('sum', wallSum, Number.isNaN(cpuSum) ? undefined : cpuSum)}`);
if (failed) {
  const command = values.deep ? 'npm run test:deep' : 'npm test';
  process.stdout.write(`\nThe step "${failed}" failed; run it alone with: ${command} -- --only ${failed}\n`);
} else process.stdout.write('\nall passed\n');
process.exit(failed ? 1 : 0);
