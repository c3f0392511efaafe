#!/usr/bin/env node
// Says, one line each, what this machine has for the project, and installs what is missing where it can.
// Needs nothing but Node. Run by itself (`node .ci/setup.mjs`) it asks for everything that `npm test` needs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';
import { output, run, which } from './shell.mjs';

/**
 * @typedef {object} Need
 * @property {string} name
 * @property {() => string | boolean} found what is there (a word to print, or true), or false
 * @property {() => Promise<boolean>} [get] tries to put it there
 * @property {string} hint what a person types
 */

const isRoot = process.getuid?.() === 0;
const mac = process.platform === 'darwin';

let listed = false;
/** @param {string} name a Debian package */
async function apt(name) {
  if (!isRoot || !which('apt-get')) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (!listed) listed = await run('apt-get', ['update', '-qq'], { env, to: 'silent' });
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env, to: 'silent' });
}

const lockFile = at('package-lock.json');
const stamp = at('node_modules/.roundtrip-lock');
const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** npm writes down what it installed; when that agrees with the lock, installing again would change nothing. */
function installedAgrees() {
  try {
    const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const present = JSON.parse(readFileSync(at('node_modules/.package-lock.json'), 'utf8')).packages;
    const names = Object.keys(wanted).filter((name) => name !== '' && !wanted[name].optional);
    return names.every((name) => present[name]?.version === wanted[name].version);
  } catch {
    return false;
  }
}

const browserPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** The browser that tests and the size budget use: a system one when there is one, otherwise Playwright's own. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const system = browserPlaces.find((place) => existsSync(place));
  if (system) return system;
  const ask = 'import("@playwright/test").then((p) => console.log(p.chromium.executablePath()))';
  const own = output(process.execPath, ['-e', ask]);
  return own && existsSync(own) ? own : undefined;
}

const rustTarget = 'wasm32-unknown-unknown';

/** @type {Record<'node' | 'npm' | 'cargo' | 'target' | 'redis' | 'chromium' | 'font', Need>} */
const needs = {
  node: {
    name: 'Node >= 20.19',
    found: () => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      return major > 20 || (major === 20 && minor >= 19) ? process.versions.node : false;
    },
    hint: 'install Node 20.19 or newer from https://nodejs.org',
  },
  npm: {
    name: 'npm packages',
    found: () => {
      const hash = lockHash();
      if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
      if (!installedAgrees()) return false;
      writeFileSync(stamp, hash);
      return true;
    },
    get: async () => {
      const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
      if (!(await run('npm', ['ci', '--no-audit', '--no-fund'], { env, to: 'silent' }))) return false;
      mkdirSync(dirname(stamp), { recursive: true });
      writeFileSync(stamp, lockHash());
      return true;
    },
    hint: 'run: npm ci',
  },
  cargo: {
    name: 'cargo',
    found: () => output('cargo', ['--version'])?.split(' ')[1] ?? false,
    hint: 'install Rust with rustup from https://rustup.rs, then run this again',
  },
  target: {
    name: `Rust target ${rustTarget}`,
    found: () => {
      const folder = output('rustc', ['--print', 'target-libdir', '--target', rustTarget]);
      return folder !== undefined && existsSync(folder);
    },
    get: async () =>
      which('rustup') !== undefined && run('rustup', ['target', 'add', rustTarget], { to: 'silent' }),
    hint: `run: rustup target add ${rustTarget}`,
  },
  redis: {
    name: 'redis-server',
    found: () => which('redis-server') ?? which('valkey-server') ?? false,
    get: () => apt('redis-server'),
    hint: mac ? 'run: brew install redis' : 'run: sudo apt-get install redis-server',
  },
  chromium: {
    name: 'Chromium',
    found: () => findChromium() ?? false,
    get: async () =>
      (await apt('chromium')) ||
      run(process.execPath, [at('node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
        to: 'silent',
      }),
    hint: 'install Chromium or Chrome, or name one in CHROMIUM_PATH',
  },
  font: {
    name: 'a font with Chinese characters',
    found: () => mac || process.platform === 'win32' || Boolean(output('fc-list', [':lang=zh', 'family'])),
    get: () => apt('fonts-wqy-microhei'),
    hint: 'screenshots show boxes for Chinese text; run: sudo apt-get install fonts-wqy-microhei',
  },
};

/**
 * Checks the named things in order and installs what is missing.
 * @param {object} wanted
 * @param {(keyof typeof needs)[]} wanted.required their absence ends the program
 * @param {(keyof typeof needs)[]} [wanted.optional] installed when easily possible, otherwise only reported
 * @param {(keyof typeof needs)[]} [wanted.mention] reported, never installed
 * @param {boolean} [wanted.quiet] say nothing about what is there
 * @param {NodeJS.WritableStream} [wanted.log]
 */
export async function setup({ required, optional = [], mention = [], quiet = false, log = process.stdout }) {
  /** @type {string[]} */
  const missing = [];
  for (const key of [...required, ...optional, ...mention]) {
    const need = needs[key];
    let found = need.found();
    if (!found && need.get && !mention.includes(key)) {
      log.write(`get   ${need.name}\n`);
      if (await need.get()) found = need.found();
    }
    if (found) {
      if (!quiet) log.write(`ok    ${need.name}${typeof found === 'string' ? ` (${found})` : ''}\n`);
      continue;
    }
    if (required.includes(key)) {
      log.write(`MISS  ${need.name}: ${need.hint}\n`);
      missing.push(need.name);
    } else log.write(`none  ${need.name} (optional): ${need.hint}\n`);
  }
  if (missing.length > 0) {
    log.write(`\nCannot go on without: ${missing.join(', ')}.\n`);
    process.exit(1);
  }
}

/** What `npm test` needs: a missing Redis or browser is a failure there, never a silently skipped test. */
export const forTests = /** @type {const} */ ({
  required: ['node', 'npm', 'cargo', 'target', 'redis', 'chromium'],
  optional: ['font'],
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await setup({ required: [...forTests.required], optional: [...forTests.optional] });
  process.stdout.write('\nReady: npm start, npm test, npm run dev\n');
}
