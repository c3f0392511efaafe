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
/** Cargo.toml says how it differs from `release`. */
const profile = 'wasm';
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
/**
 * What is on the way of every request is inlined by force, where the source says so. Of the rest LLVM inlines what is small: with its usual
 * limit of 225 it is 6 kB more to download and no faster. Neither are loops that are written out several times (0.3 kB), nor loads that are
 * repeated on one of two ways, so that the other has one less (0.6 kB), nor ways that are written out twice because one of them knows
 * how a branch goes.
 */
const llvm = [
  '-inline-threshold=9',
  '-unroll-threshold=0',
  '-enable-load-pre=0',
  '-jump-threading-threshold=3',
];
const rustFlags = [`--remap-path-prefix=${libraries}=crates`, `-Cllvm-args=${llvm.join(' ')}`];

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
 * Flattened code shows what is computed twice, and the loops that are found in it anew are shorter: 2 % less to download. The
 * second one knows what reaches where in the whole module, and leaves work for another round: 1 %. Nothing lies below address 1024 (the
 * far end of the stack), so a small number that is added to an address can move into the load itself: half a per cent. Nothing
 * is inlined here: what is called from one place only would be 1.5 % more to download, for 2 % more events a second, what is small
 * 0.2 % for none, and LLVM has already inlined what the model's source asks for. How loads and stores are aligned is a hint that no browser
 * heeds: left out, it is 0.4 % less. What is known of the whole module is used twice. Which
 * of the last rounds pay changes with the code, by some 0.2 kB: measure with the zlib of Node, as servers and the budget do (gzip's own
 * program sees it otherwise). In the order of their names, functions that are alike lie side by side, where
 * compression sees that they are: 1 %.
 */
const passes = [
  '--one-caller-inline-max-function-size=0',
  '--flexible-inline-max-function-size=0',
  '--always-inline-max-function-size=0',
  '--low-memory-unused',
  '-O3',
  '--flatten',
  '--local-cse',
  '--rereloop',
  '-O3',
  '--gufa-optimizing',
  '-O3',
  '--gufa-optimizing',
  '-O3',
  '--coalesce-locals-learning',
  '--optimize-instructions',
  '--vacuum',
  '--dealign',
  '--reorder-locals',
  '--reorder-functions-by-name',
  '--strip-producers',
  '--strip-target-features',
];

/**
 * Binaryen's optimiser after LLVM's: 4 % less to download, 5 to 8 % more events a second.
 * @param {string} built
 * @param {string} better
 * @param {'inherit' | 'stderr' | 'silent'} to
 */
const optimise = (built, better, to) =>
  runPackage(
    'binaryen/bin/wasm-opt',
    [...passes, ...features.map((feature) => `--enable-${feature}`), built, '-o', better],
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
