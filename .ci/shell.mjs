// Running other programs: with their output shown, or with their output read.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './paths.mjs';

// rustup tells people to open a new shell; someone who did not still has cargo in its usual place.
const cargoBin = join(homedir(), '.cargo', 'bin');
const onPath = (process.env.PATH ?? '').split(delimiter);
if (!onPath.includes(cargoBin)) process.env.PATH = [...onPath, cargoBin].join(delimiter);

const windows = process.platform === 'win32';

/**
 * The full path of a program, or undefined.
 * @param {string} name
 */
export function which(name) {
  const names = windows ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const file of names) {
      try {
        accessSync(join(folder, file), constants.X_OK);
        return join(folder, file);
      } catch {
        // not in this folder
      }
    }
  return undefined;
}

/**
 * What a short command prints, or undefined when it fails or does not exist.
 * @param {string} command
 * @param {string[]} args
 */
export function output(command, args) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: windows });
  return result.status === 0 ? result.stdout.trim() : undefined;
}

/**
 * Runs a program to its end and answers whether it succeeded.
 * `to: 'stderr'` keeps standard output clean; `to: 'silent'` shows the output only when the program fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, to?: 'inherit' | 'stderr' | 'silent' }} [options]
 * @returns {Promise<boolean>}
 */
export function run(command, args, { cwd = root, env = process.env, to = 'inherit' } = {}) {
  return new Promise((resolve) => {
    const stdout = to === 'inherit' ? 'inherit' : to === 'stderr' ? 2 : 'pipe';
    const stderr = to === 'silent' ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', stdout, stderr], shell: windows });
    /** @type {Buffer[]} */
    const kept = [];
    child.stdout?.on('data', (chunk) => kept.push(chunk));
    child.stderr?.on('data', (chunk) => kept.push(chunk));
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(kept));
      resolve(code === 0);
    });
  });
}

/**
 * Runs the command-line file of an installed npm package with this very Node: no shell, no npx, no surprise version.
 * @param {string} file path below node_modules
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runPackage = (file, args, options) =>
  run(process.execPath, [join(root, 'node_modules', file), ...args], options);

/** The shell's `times` prints, in its second line, the user and system time of all its children: `1m2.345s 0m6.789s`. */
const MEASURE = '"$@"; code=$?; times >&3; exit $code';

/**
 * Runs a program to its end and measures it. CPU seconds are those of its whole tree of processes, user and system; they are
 * undefined on Windows, and a process that outlives its parent is not counted.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<{ passed: boolean, wallSeconds: number, cpuSeconds: number | undefined }>}
 */
export function measured(command, args) {
  const start = performance.now();
  const [program, parameters] = windows ? [command, args] : ['sh', ['-c', MEASURE, 'sh', command, ...args]];
  const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
  let times = '';
  child.stdio[3]?.on('data', (/** @type {Buffer} */ chunk) => {
    times += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const parts = [...(times.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
      const seconds = parts.map(([, minutes, rest]) => 60 * Number(minutes) + Number(rest));
      resolve({
        passed: code === 0,
        wallSeconds: (performance.now() - start) / 1000,
        cpuSeconds: seconds.length > 0 ? seconds.reduce((sum, part) => sum + part) : undefined,
      });
    });
  });
}
