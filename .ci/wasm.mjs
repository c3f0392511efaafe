#!/usr/bin/env node
// Builds the engine (wasm/) for the page, the command line and the tests: src/engine/engine.wasm.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { whenStale } from './fresh.mjs';
import { crate, engineWasm } from './paths.mjs';
import { setup } from './setup.mjs';
import { run } from './shell.mjs';

const target = 'wasm32-unknown-unknown';
/** Cargo.toml says how it differs from `release`. */
const profile = 'wasm';

/**
 * @param {{ to?: 'inherit' | 'stderr' | 'silent' }} [options]
 * @returns {Promise<'fresh' | 'built' | 'failed'>}
 */
export function buildWasm({ to = 'stderr' } = {}) {
  return whenStale({
    name: 'wasm',
    inputs: ['wasm'],
    counts: (path) => !path.startsWith(join(crate, 'tests')) && !path.startsWith(join(crate, 'benches')),
    output: engineWasm,
    build: async () => {
      // Rust is asked for only here: a machine with a fresh engine.wasm can do without.
      await setup({ required: ['cargo', 'target'], quiet: true, log: process.stderr });
      const args = ['build', '--profile', profile, '--lib', '--locked', '--quiet', '--target', target];
      if (!(await run('cargo', args, { cwd: crate, to }))) return false;
      const targets = process.env.CARGO_TARGET_DIR ?? join(crate, 'target');
      publish(join(targets, target, profile, 'engine.wasm'));
      return true;
    },
  });
}

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
