// Building only what is stale: a build is skipped while nothing that goes into it has changed.
// What went in is remembered as one hash over names, sizes and times of the files, so that edited, added and deleted
// files all count and a check costs a few milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, root } from './paths.mjs';

const stamps = at('node_modules/.cache/roundtrip');
const ignored = new Set(['node_modules', 'target', 'dist', '.git']);

/**
 * @param {string} path
 * @param {import('node:crypto').Hash} hash
 * @param {(path: string) => boolean} counts
 */
function add(path, hash, counts) {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status || !counts(path)) return;
  if (status.isDirectory()) {
    for (const name of readdirSync(path).sort()) if (!ignored.has(name)) add(join(path, name), hash, counts);
  } else hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
}

/**
 * Runs `build` unless `output` exists and none of `inputs` changed since the last success.
 * @param {object} step
 * @param {string} step.name
 * @param {string[]} step.inputs files and folders, relative to the project
 * @param {(path: string) => boolean} [step.counts] leaves files out
 * @param {string} step.output
 * @param {() => Promise<boolean>} step.build
 * @returns {Promise<'fresh' | 'built' | 'failed'>}
 */
export async function whenStale({ name, inputs, counts = () => true, output, build }) {
  const hash = createHash('sha256');
  for (const input of inputs) add(join(root, input), hash, counts);
  const now = hash.digest('hex');
  const stamp = join(stamps, name);
  if (existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return 'fresh';
  // The hash was taken before the build: a file edited meanwhile makes the result stale, as it should.
  if (!(await build())) return 'failed';
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, now);
  return 'built';
}
