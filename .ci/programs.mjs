// The three things Vite makes of src/: the page, and the two programs for Node that share its modules.
import { whenStale } from './fresh.mjs';
import { at, engineWasm } from './paths.mjs';
import { runPackage } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

/**
 * @param {string[]} args
 * @param {'inherit' | 'stderr' | 'silent'} to
 */
const vite = (args, to) => runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { to });
const shared = ['vite.config.ts', '.ci/label-references.mjs', 'package-lock.json'];
const onlyNode = [at('src/bridge/server'), at('src/cli')];
/** The one file of the server that goes into the page. */
const policy = 'src/bridge/server/policy.ts';

/** What the page is made of. */
export const pageSources = {
  inputs: [
    'src',
    policy,
    'public',
    '.ci/one-file.mjs',
    '.ci/page-head.mjs',
    '.ci/compiled-messages.mjs',
    ...shared,
  ],
  /** @param {string} path */
  counts: (path) => path === at(policy) || !onlyNode.some((folder) => path.startsWith(folder)),
};

/** The page in dist/: static files that work below any path of any web server. */
export const buildPage = () =>
  whenStale({
    name: 'page',
    ...pageSources,
    output: at('dist/index.html'),
    build: async () => {
      process.stdout.write('      building the engine and the page\n');
      // Vite would build the engine itself, but a failure reads better without Vite's own story around it.
      return (await buildWasm()) !== 'failed' && vite([], 'inherit');
    },
  });

/** @param {string} entry @param {...string} more */
const bridgeProgram = (entry, ...more) =>
  vite(['--ssr', `bridge/server/${entry}.ts`, '--outDir', at('dist-bridge'), ...more], 'stderr');

/** The server that `npm start` runs, dist-bridge/main.js, and the program of its threads, thread.js. */
export const buildBridge = () =>
  whenStale({
    name: 'bridge',
    inputs: ['src/bridge', 'src/model/engine', 'src/lib', 'src/model/scenario', ...shared],
    counts: (path) => path !== engineWasm,
    output: at('dist-bridge/main.js'),
    build: async () =>
      (await bridgeProgram('main')) && (await bridgeProgram('thread', '--emptyOutDir', 'false')),
  });

/** What the bridge's `main` is given: everything that is built. */
export const bridgeFiles = {
  page: at('dist'),
  wasm: engineWasm,
  thread: at('dist-bridge/thread.js'),
  drivers: at('src/bridge/drivers'),
};

/** The command line: dist-cli/main.js. */
export const buildCli = () =>
  whenStale({
    name: 'cli',
    inputs: [
      'bridge',
      'cli',
      'evidence',
      'i18n',
      'lab/why',
      'learn',
      'lib',
      'live/calibration',
      'model',
      'system',
    ]
      .map((folder) => `src/${folder}`)
      .concat(shared),
    counts: (path) => path !== engineWasm,
    output: at('dist-cli/main.js'),
    build: () => vite(['--ssr', 'cli/main.ts', '--outDir', at('dist-cli')], 'stderr'),
  });
