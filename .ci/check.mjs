#!/usr/bin/env node
// `npm run check`: what a small edit may have broken, within a minute. `npm test` is everything.
//   npm run check               what is not committed yet
//   npm run check -- --since main   what differs from a commit or branch
import { parseArgs } from 'node:util';
import { at, crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { output, run, runPackage } from './shell.mjs';

const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' } } });

await setup({ required: ['node', 'npm'], quiet: true });
const listed = [
  output('git', ['diff', '--name-only', '--diff-filter=d', values.since]),
  output('git', ['ls-files', '--others', '--exclude-standard']),
];
if (listed[0] === undefined) {
  process.stderr.write(`git knows no ${values.since}\n`);
  process.exit(2);
}
const changed = listed.flatMap((text) => text?.split('\n') ?? []).filter(Boolean);
const lintable = changed.filter((file) => /\.([cm]?[jt]sx?|json|css)$/.test(file));
const hasRust = changed.some((file) => /^wasm\/.*\.(rs|toml|lock)$/.test(file));
const hasTests = changed.some((file) => /^(src|tests)\//.test(file));

const silent = /** @type {const} */ ({ to: 'silent' });
/** @param {string[]} args */
const cargo = (...args) => run('cargo', args, { cwd: crate, ...silent });

/** Everything that the changes ask for; all of it at once, since each part waits for something else. @type {Record<string, false | (() => Promise<boolean>)>} */
const parts = {
  lint:
    lintable.length > 0 &&
    (() =>
      runPackage(
        '@biomejs/biome/bin/biome',
        ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...lintable],
        silent,
      )),
  types:
    lintable.length > 0 &&
    (() =>
      runPackage(
        'typescript/bin/tsc',
        ['-p', 'src', '--incremental', '--tsBuildInfoFile', at('node_modules/.cache/tsc.tsbuildinfo')],
        silent,
      )),
  vitest:
    hasTests &&
    (() =>
      runPackage(
        'vitest/vitest.mjs',
        ['run', '--changed', values.since, '--passWithNoTests', '--reporter=dot'],
        silent,
      )),
  format: hasRust && (() => cargo('fmt', '--all', '--check')),
  cargo:
    hasRust &&
    (() =>
      cargo(
        'test',
        '--quiet',
        '--locked',
        '--workspace',
        '--lib',
        '--profile',
        'quick',
        '--features',
        'schema',
      )),
};

process.stdout.write(`${changed.length} changed files\n`);
const start = performance.now();
const passed = await Promise.all(
  Object.entries(parts).map(async ([name, part]) => {
    if (!part) return true;
    const good = await part();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${good ? 'ok    ' : 'FAILED'} ${name} after ${seconds} s\n`);
    return good;
  }),
);
process.exit(passed.every(Boolean) ? 0 : 1);
