#!/usr/bin/env node
// Builds the engine (wasm/) for the page, the command line and the tests: src/model/engine/engine.wasm.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenStale } from './fresh.mjs';
import { crate, engineWasm } from './paths.mjs';
import { setup } from './setup.mjs';
import { run, runPackage } from './shell.mjs';

const target = 'wasm32-unknown-unknown';
const profile = 'release';
/** What rustc may use of WebAssembly beyond its first version; the optimiser must know. */
const features = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
];

/**
 * Panics name files of libraries by where Cargo keeps them. The page that is published does not say whose machine built it, and is
 * the same from any.
 */
const libraries = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
const rustFlags = [`--remap-path-prefix=${libraries}=crates`];

/**
 * @param {{ to?: 'inherit' | 'stderr' | 'silent' }} [options]
 * @returns {Promise<'fresh' | 'built' | 'failed'>}
 */
export function buildWasm({ to = 'stderr' } = {}) {
  return whenStale({
    name: 'wasm',
    inputs: ['wasm', '.ci/wasm.mjs'],
    counts: (path) => !path.startsWith(join(crate, 'tests')) && !path.startsWith(join(crate, 'benches')),
    output: engineWasm,
    build: async () => {
      // Rust is asked for only here: a machine with a fresh engine.wasm can do without.
      await setup({ required: ['npm', 'cargo', 'target'], quiet: true, log: process.stderr });
      const args = [
        'build',
        '--profile',
        profile,
        '--lib',
        '--locked',
        '--quiet',
        '--target',
        target,
        '--config',
        `target.${target}.rustflags=${JSON.stringify(rustFlags)}`,
      ];
      if (!(await run('cargo', args, { cwd: crate, to }))) return false;
      const targets = process.env.CARGO_TARGET_DIR ?? join(crate, 'target');
      const built = join(targets, target, profile, 'engine.wasm');
      if (!(await optimise(built, `${built}.opt`, to))) return false;
      publish(`${built}.opt`);
      return true;
    },
  });
}

/**
 * Binaryen's optimiser after LLVM's.
 * @param {string} built
 * @param {string} better
 * @param {'inherit' | 'stderr' | 'silent'} to
 */
const optimise = (built, better, to) =>
  runPackage(
    'binaryen/bin/wasm-opt',
    ['-O3', ...features.map((feature) => `--enable-${feature}`), built, '-o', better],
    { to },
  );

/**
 * Puts the file in place in one step, so that nobody reads half of it, and leaves an equal one alone, so that
 * nothing downstream is rebuilt or reloaded for it.
 * @param {string} built
 */
function publish(built) {
  if (existsSync(engineWasm) && readFileSync(engineWasm).equals(readFileSync(built))) return;
  mkdirSync(dirname(engineWasm), { recursive: true });
  const half = `${engineWasm}.${process.pid}.tmp`;
  copyFileSync(built, half);
  renameSync(half, engineWasm);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const result = await buildWasm();
  process.stdout.write(`engine.wasm: ${result}\n`);
  process.exit(result === 'failed' ? 1 : 0);
}
