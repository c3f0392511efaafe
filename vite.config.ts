import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { build, type Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { oneFile, workersInside } from './.ci/one-file.mjs';
import { bridgeFiles, buildBridge } from './.ci/programs.mjs';
import { buildWasm } from './.ci/wasm.mjs';
import { pagePolicy } from './src/bridge/server/policy.ts';

const root = import.meta.dirname;
/** What every visit loads, in three files: many small ones are ten kilobytes more, compressed. */
const CHUNKS = [
  // Text of its own kind compresses better alone.
  { name: 'schema', test: /\/scenario\.schema\.json$/ },
  {
    name: 'page',
    test: new RegExp(
      [
        '/debug/console\\.|node_modules/(react|react-dom|scheduler|zustand|use-sync-external-store|use-intl|comlink|wouter)/',
        '/src/main\\.tsx|/src/stores/(?!learn|sweep|calibration|teach|evidence|overlays|trials|search|levels|measurement|calls)|/src/lib/(?!deflate|download|moment|neighbour|student)',
        '/src/playback/(?!tally|completed-lockstep)',
        '/src/workers/client\\.',
        '/src/actions/(announce|run|count|course|edit|normalize|engines|knob|link|follow|focus|start|bridge-token)\\.',
        '/src/(scenario/(load-preset|presets|pairs)|i18n/sentences)\\.|rolldown/runtime',
        // The timeline belongs to its panel, the others to how closely one looks and to what is said of a place.
        '/src/scene/(?!timeline|calls|cell-at|layout-(system|real|tall|more)|level-words|node-places|part-dots|server-(rows|words)|way|describe|pick|regions|rings)',
        '/src/views/stage/(LateText|Legend|Scale|Scrub|Speed|Stage\\.|StageSide|Transport|use-(?!announcer|description|message|origin))',
        '/src/views/lab/(StagePane|parts|sides)\\.',
        '/src/views/marks/(RunSilhouette|silhouette)\\.',
        '/src/views/scenario/value-text\\.',
        '/src/views/(App|ErrorBoundary|routes|styles/|shell/(Announcer|Header))',
        // Scripts are not asked for before the styles that go with them have come: the Lab's come with the page.
        '/src/views/(scenario/(?!AllSettings|Changes|YesNo|ProblemNote)|results/(?!Breakdown|Pattern|DataTable|Listen|Caution)|lab/(?!Glance|MendLink|Narrow|PlainWords|Presenter|SideChoice)|shared/(Help|Picker))\\w*\\.module\\.css',
        '/src/views/shared/(Button|Guarded|texts|Icon|PartTexts|ProblemList|SaveButton|Sentence|SideBadge|CanvasHost|prompt|use-[a-z-]+)\\.',
      ].join('|'),
    ),
  },
  {
    name: 'lab',
    test: new RegExp(
      [
        '/src/charts/(chart|svg|scale|selected-band|throughput-over-time)\\.',
        '/src/views/scenario/(?!AllSettings|field-groups|Changes|CostDefault|YesNoControl|KnobNote|Locked|ProblemNote)',
        // The numbers of a chart are loaded when somebody asks for them, what lies below the first picture when it comes into view.
        '/src/views/results/(?!BreakdownChart|PatternKey|DataTable|DifferenceNote|difference-half|paired-rows|ListenButton|FigureNote|CautionNote|GrowingNote|SaveFigures|SummaryHead|figures-table)',
        '/src/views/lab/(?!ComparabilityGuard|CopyCorrected|Glance|KnobResponse|LinkProblems|MendLink|NarrowLab|PlainWords|PresenterLab|SideChoice|StagePane|parts|sides)',
        '/src/views/shared/(Help|Picker|LateExplanation)\\.',
      ].join('|'),
    ),
  },
];
const crateSources = resolve(root, 'wasm/src');
/** All modules of styles. */
const styleSheets = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => resolve(root, 'src', file))
  .sort();
/** Of each, the names of its classes in their order. */
const classes = new Map<string, string[]>();

/** `b0`, the first file's: names begin with a letter, and none with `ad`, which is not shown by whoever blocks advertisements. */
const FIRST_FILE = 396;

/**
 * A class by two numbers, its file's in two characters and its own: the usual names with lines and hashes are a kilobyte more of a
 * first visit.
 */
function scopedName(name: string, file: string): string {
  const known = classes.get(file) ?? [];
  classes.set(file, known);
  if (!known.includes(name)) known.push(name);
  return (FIRST_FILE + styleSheets.indexOf(file)).toString(36) + known.indexOf(name).toString(36);
}

/** Builds wasm/ into src/engine/engine.wasm: before a build or a test run, at the start of the dev server, on change. */
function engineWasm(): Plugin {
  return {
    name: 'engine-wasm',
    async buildStart() {
      if ((await buildWasm()) !== 'failed') return;
      const message = 'the engine (wasm/) does not compile';
      // Most unit tests need no engine; those that do fail by themselves, and `npm test` stops before.
      if (process.env.VITEST) this.warn(message);
      else this.error(message);
    },
    configureServer(server) {
      server.watcher.add(crateSources);
      let last: Promise<unknown> = Promise.resolve();
      const rebuild = async () => {
        // Vite reloads by itself: engine.wasm lies inside its root. A failure goes onto the page as an overlay.
        if ((await buildWasm()) === 'failed') {
          const message = 'the engine (wasm/) does not compile; cargo wrote why in the terminal';
          server.ws.send({ type: 'error', err: { message, stack: '' } });
        }
      };
      server.watcher.on('all', (_, file) => {
        // One build after the other: two at once would only wait for each other's lock.
        if (file.startsWith(crateSources)) last = last.then(rebuild);
      });
    },
  };
}

/** The bridge inside the development server: same port, a private Redis, the address with its token in the terminal. */
function developmentBridge(): Plugin {
  return {
    name: 'development-bridge',
    apply: 'serve',
    async configureServer({ httpServer, middlewares, config }) {
      // Tests have servers of their own; a middleware has none.
      if (process.env.VITEST || !httpServer || !('maxHeadersCount' in httpServer)) return;
      if ((await buildBridge()) === 'failed') return;
      const built: typeof import('./src/bridge/server/main.ts') = await import(
        pathToFileURL(resolve(root, 'dist-bridge/main.js')).href
      );
      const port = () => (httpServer.address() as AddressInfo).port;
      const vote = new built.Vote();
      const ballots = new built.BallotBox(vote);
      const classroom = { vote, origins: [] };
      const options = { port, redis: 'private' as const, files: bridgeFiles, classroom, isGuest: true };
      const opened = await built.openBridge(httpServer, options);
      if (!opened) return;
      const explain = built.guarded(opened.bridge.explain);
      const takeBallot = built.guarded((request, response) => ballots.answer(request, response));
      middlewares.use((request, response, next) => {
        if (built.isBridgePath(request)) explain(request, response);
        else if (built.isVotePath(request) && built.isAddressedToUs(request, port()))
          takeBallot(request, response);
        else next();
      });
      httpServer.once('listening', () =>
        config.logger.info(`  Bridge:  http://127.0.0.1:${port()}/${built.addressOf(opened.token)}`),
      );
      httpServer.once('close', () => void opened.close());
    },
  };
}

/** A catalogue with every message compiled. */
function compiled(part: unknown): unknown {
  if (typeof part === 'string') return compileMessage(part);
  return Object.fromEntries(Object.entries(part as object).map(([key, inner]) => [key, compiled(inner)]));
}

/** The built page formats messages that were parsed here, and so needs no parser: 9 kB less on a first visit. */
function compiledMessages(): Plugin {
  // Names and titles are read as they are.
  const messages = /\/src\/i18n\/[^/]+\/(?!fields|help|presets|settings|terms)[^/]+\.json$/;
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
      },
    }),
    transform: {
      filter: { id: messages },
      handler: (json) => JSON.stringify(compiled(JSON.parse(json))),
    },
  };
}

/**
 * d3-array is one file: what the first charts need of it, their ticks, is a copy without what only statistics need. What is made by
 * a call, or read off an object, stays in a copy unless it is said to have no effect.
 */
function ticksAlone(): Plugin {
  return {
    name: 'ticks-alone',
    apply: 'build',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id !== 'd3-array' || !/charts.(scale|throughput-over-time)\.ts$/.test(importer ?? '')) return null;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved && `${resolved.id}?ticks`;
    },
    transform: {
      filter: { id: /d3-array.*\?ticks$/ },
      handler: (code) =>
        code
          .replaceAll(/ = (?=(bisector|Blur2|shuffler)\()/g, ' = /* @__PURE__ */ ')
          .replaceAll(/^const (bisect\w+) = (.*);$/gm, 'const $1 = /* @__PURE__ */ (() => $2)();'),
    },
  };
}

/** What Vite's loader of parts does for scripts, and for pages whose policy names nonces. */
const NOT_FOR_STYLES: readonly (readonly [string, string])[] = [
  ['const isCss = isCssPreloadUrl(dep);', 'const isCss = true;'],
  ['const dep = importMetaResolve(depString);', 'const dep = new URL(depString);'],
  ['const cspNonceMeta = document.querySelector("meta[property=csp-nonce]");', ''],
  ['const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");', ''],
  ['if (cspNonce) link.setAttribute("nonce", cspNonce);', ''],
];

/** Only styles are listed for parts (`modulePreload` below), and a first visit loads what loads them: a quarter of a kilobyte less. */
function preloadOfStyles(): Plugin {
  return {
    name: 'preload-of-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        return NOT_FOR_STYLES.reduce((rest, [part, instead]) => {
          if (!rest.includes(part)) this.error(`Vite's loader has no longer: ${part}`);
          return rest.replace(part, instead);
        }, code);
      },
    },
  };
}

/** What the Lab's first picture is drawn by, and what its engine is driven by. */
const FIRST = ['page', 'lab', 'schema', 'engine.worker'];

/**
 * A first visit loads the names of all files that may be asked for later, and nothing compresses a hash: with shorter ones, and
 * without a name where nobody looks for it, that is a kilobyte less.
 */
const fileNames = {
  chunkFileNames: ({ name, facadeModuleId }: { name: string; facadeModuleId?: string | null }) =>
    FIRST.includes(name) || facadeModuleId?.includes('/src/i18n/')
      ? 'assets/[name]-[hash:7].js'
      : 'assets/[hash:7].js',
  assetFileNames: ({ names }: { names: string[] }) =>
    names.some((name) => name.endsWith('.css') && !FIRST.includes(name.replace('.css', '')))
      ? 'assets/[hash:7][extname]'
      : 'assets/[name]-[hash:7][extname]',
};

/** An import that Vite has wrapped to wait for its styles first, where there are none; those with more around them keep the wrapper. */
const WITHOUT_STYLES = /\b[\w$]+\(\(\)=>(import\("[^"]+"\)),\[\],import\.meta\.url\)/g;

/**
 * Three turns of a second minifier over scripts of a first visit that have been through the usual one: 2 kB less. Constants stay on
 * the side on which they are written: as the first minifier leaves them, which is 0.1 kB less than both ways mixed. To read a
 * property only for what reading it does (a layout that is forced) is nothing that this page does.
 */
function minifiedAgain(): Plugin {
  return {
    name: 'minified-again',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { minify } = await import('terser');
        for (const script of Object.values(bundle)) {
          if (script.type !== 'chunk' || !FIRST.includes(script.name)) continue;
          const options = {
            module: true,
            ecma: 2020,
            compress: { passes: 3, lhs_constants: false, unsafe_arrows: true, pure_getters: true },
          } as const;
          const code = (await minify(script.code, options)).code ?? script.code;
          script.code = code.replace(WITHOUT_STYLES, '$1').replaceAll(',[],import.meta.url)', ')');
        }
      },
    },
  };
}

/** Static hosts send no security header, so the built page carries its policy itself. */
function policyInPage(): Plugin {
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: pagePolicy };
  return {
    name: 'policy-in-page',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  };
}

/** Files in public/ that no visit needs: the picture of the README, and what is meant for search engines. */
const NOT_KEPT = ['lab.png', 'robots.txt'];

/** The service worker, with the names of the files that it keeps and a hash of them written into it. */
function keptFiles(): Plugin {
  const worker = 'service-worker.js';
  return {
    name: 'kept-files',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id: resolve(root, 'src/offline/worker.ts'), fileName: worker });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const script = bundle[worker];
        if (script?.type !== 'chunk') return this.error('the service worker was not built');
        const folder = resolve(root, 'public');
        const copied = readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((file) => !NOT_KEPT.includes(file) && statSync(resolve(folder, file)).isFile())
          .map((file) => file.replaceAll('\\', '/'));
        const built = Object.keys(bundle).filter((file) => file !== worker);
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('the page is not among the files to keep');
        const hash = createHash('sha256').update(JSON.stringify(built)).update(page.source);
        for (const file of copied) hash.update(readFileSync(resolve(folder, file)));
        script.code = script.code
          .replace('KEPT_FILES', JSON.stringify([...built, ...copied]))
          .replace('KEPT_VERSION', JSON.stringify(hash.digest('hex').slice(0, 16)));
      },
    },
  };
}

/** The mode of the build that makes the page one file. */
const ONE_FILE = 'one-file';

/** After the page, the same page once more as one file, for whoever wants to take it along. */
function standalone(): Plugin {
  return {
    name: 'standalone',
    apply: 'build',
    closeBundle: async () => {
      await build({ configFile: resolve(root, 'vite.config.ts'), mode: ONE_FILE, logLevel: 'warn' });
    },
  };
}

const pluginsOf = (isSsrBuild: boolean, isOneFile: boolean) => {
  if (isSsrBuild) return [];
  const page = [engineWasm(), react(), compiledMessages()];
  return isOneFile
    ? [...page, workersInside(), oneFile()]
    : [
        ...page,
        developmentBridge(),
        policyInPage(),
        ticksAlone(),
        preloadOfStyles(),
        minifiedAgain(),
        keptFiles(),
        standalone(),
      ];
};

export default defineConfig(({ command, isSsrBuild = false, mode }) => ({
  root: resolve(root, 'src'),
  publicDir: resolve(root, 'public'),
  cacheDir: resolve(root, 'node_modules/.cache/vite'),
  // Relative addresses: one build works below any path.
  base: './',
  plugins: pluginsOf(isSsrBuild, mode === ONE_FILE),
  resolve: {
    alias: [
      // The router's own way to a hook that React has had since 18: half a kilobyte of a first visit.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // And half a kilobyte of ways to keep a formatter, of which one is taken.
      { find: '@formatjs/fast-memoize', replacement: resolve(root, 'src/i18n/memoize.ts') },
    ],
  },
  // What no browser of the target has, and React asks for: Internet Explorer, timers of Node, and a trial that Chromium has ended.
  define:
    command === 'build' && !isSsrBuild
      ? {
          MSApp: 'undefined',
          setImmediate: 'undefined',
          'document.documentMode': 'undefined',
          'navigator.scheduling': 'undefined',
        }
      : {},
  // One text for a whole file, however many parts it has: a quarter of a kilobyte of the schema.
  json: { namedExports: false },
  css: {
    modules: {
      ...(command === 'build' ? { generateScopedName: scopedName } : {}),
    },
  },
  worker:
    mode === ONE_FILE
      ? { format: 'iife' }
      : {
          format: 'es',
          plugins: () => [minifiedAgain()],
          // The page and its workers ask for the same engine by the same name.
          rolldownOptions: { output: { assetFileNames: fileNames.assetFileNames } },
        },
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: mode !== ONE_FILE,
    copyPublicDir: !isSsrBuild && mode !== ONE_FILE,
    target: isSsrBuild ? 'node20' : 'baseline-widely-available',
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: mode === ONE_FILE ? false : { groups: CHUNKS }, ...fileNames } },
    cssCodeSplit: mode !== ONE_FILE,
    // Lists of what each part of the page needs in turn would be 1 % of what a first visit loads; a part that is opened asks for
    // it itself, and finds it kept from the second visit on. Only styles are listed, which must be there before what they are for.
    modulePreload: {
      // Every browser of the target knows modules that are asked for in advance.
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    // A wasm file of its own is compiled while it arrives.
    assetsInlineLimit: (file) => (mode === ONE_FILE ? true : file.endsWith('.wasm') ? false : undefined),
    chunkSizeWarningLimit: mode === ONE_FILE ? 8_000 : 500,
  },
  test: {
    root,
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, 'tests/e2e/**'],
    // One more than there are cores, since tests of the bridge wait a lot: Vitest leaves one core free, half of a small machine.
    maxWorkers: availableParallelism() + 1,
    // Tests run real simulations and a real Redis on machines that do other work as well.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
}));
