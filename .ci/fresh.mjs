// Building only what is stale: a build is skipped while nothing that goes into it has changed.
// What went in is remembered as one hash over names, sizes and times of the files, so that edited, added and deleted
// files all count and a check costs a few milliseconds.
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Holds a lock file while `work` runs, so that two commands started together do not write the same output at once.
 * A lock whose holder is gone counts for nothing.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function locked(file, work) {
  // Linking a finished file makes the lock appear together with its content.
  // Its name is new for each call: Vite builds for several test projects at once in one process.
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, String(process.pid));
  try {
    for (;;) {
      try {
        linkSync(own, file);
        break;
      } catch {
        const holder = holderOf(file);
        if (holder !== undefined && !isAlive(holder)) rmSync(file, { force: true });
        else await sleep(50);
      }
    }
    try {
      return await work();
    } finally {
      rmSync(file, { force: true });
    }
  } finally {
    rmSync(own, { force: true });
  }
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
  const stamp = join(stamps, name);
  const state = () => {
    const hash = createHash('sha256');
    for (const input of inputs) add(join(root, input), hash, counts);
    const now = hash.digest('hex');
    const fresh = existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
    return { fresh, now };
  };
  if (state().fresh) return 'fresh';
  mkdirSync(stamps, { recursive: true });
  return locked(`${stamp}.lock`, async () => {
    // Taken before the build: a file edited meanwhile makes the result stale, as it should.
    const { fresh, now } = state();
    if (fresh) return 'fresh';
    if (!(await build())) return 'failed';
    // npm ci may have removed the folder meanwhile.
    mkdirSync(stamps, { recursive: true });
    // In one step, and as a new file: a copy of the project made of hard links keeps its own.
    const half = `${stamp}.${process.pid}.tmp`;
    writeFileSync(half, now);
    renameSync(half, stamp);
    return 'built';
  });
}
