import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { compiledMessages } from './.ci/compiled-messages.mjs';
import { developmentBridge } from './.ci/development-bridge.mjs';
import { engineWasm } from './.ci/engine-wasm.mjs';
import { labelReferences } from './.ci/label-references.mjs';
import { moduleCache } from './.ci/module-cache.mjs';
import { ONE_FILE, oneFile, STANDALONE } from './.ci/one-file.mjs';
import { pagePreload, policyInPage } from './.ci/page-head.mjs';
import { OWN_CONTEXT, OWN_PROCESS } from './tests/support/own-modules.ts';

const root = import.meta.dirname;

/** The texts of a first visit, of which the names of settings serve explanations too; the language is captured. */
const FIRST_TEXTS = /\/src\/i18n\/([^/]+)\/(?:index\.ts|settings\.json)$/;

/** Workbox's service worker with the list of the built files, for visits without a network (src/app/offline). */
const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'app/offline',
    filename: 'service-worker.ts',
    // src/app/offline/offline.ts registers it; public/app.webmanifest is linked by the page itself.
    injectRegister: false,
    manifest: false,
    injectManifest: {
      globPatterns: ['**/*'],
      globIgnores: [STANDALONE, 'lab.webp', 'robots.txt', 'recordings/**'],
      dontCacheBustURLsMatching: /assets\//,
    },
  });

/** After the page, the same page once more as one file that opens from a disk. */
function standalone(): Plugin {
  return {
    name: 'standalone',
    apply: 'build',
    closeBundle: async () => {
      await build({ configFile: resolve(root, 'vite.config.ts'), mode: ONE_FILE, logLevel: 'warn' });
    },
  };
}

const pluginsOf = (mode: string) =>
  mode === ONE_FILE
    ? [engineWasm(), react(), labelReferences(), compiledMessages(), ...oneFile()]
    : [
        engineWasm(),
        react(),
        labelReferences(),
        compiledMessages(),
        moduleCache(),
        developmentBridge(),
        policyInPage(),
        pagePreload(),
        serviceWorker(),
        standalone(),
      ];

/** Tests below a folder of `tests/`, or one file. */
const testsIn = (place: string) => `tests/${place}${/^$|\/$/.test(place) ? '**/*.test.{ts,tsx}' : ''}`;
const CONTEXTS = OWN_CONTEXT.map(testsIn);
const PROCESSES = OWN_PROCESS.map(testsIn);
const E2E = 'tests/e2e/**';

export default defineConfig(({ isSsrBuild = false, mode }) => ({
  root: resolve(root, 'src'),
  publicDir: resolve(root, 'public'),
  cacheDir: resolve(root, 'node_modules/.cache/vite'),
  // Relative addresses: one build works below any path.
  base: './',
  // Style elements of dialogs and menus, which the policy does not allow, become constructed style sheets.
  resolve: { alias: { 'react-style-singleton': resolve(root, 'src/ui/style-singleton.ts') } },
  plugins: isSsrBuild ? [labelReferences()] : pluginsOf(mode),
  // With their libraries in few files, the bridge's threads and the command line start in half the time.
  ...(isSsrBuild && { ssr: { noExternal: true, external: ['@playwright/test', 'selenium-webdriver'] } }),
  build: {
    outDir: resolve(root, 'dist'),
    emptyOutDir: mode !== ONE_FILE,
    copyPublicDir: !isSsrBuild && mode !== ONE_FILE,
    // A browser that knows no module preload loads a file later, no more.
    modulePreload: { polyfill: false },
    ...(isSsrBuild && { target: 'node20' }),
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // What a first visit needs is two files: each of a hundred small ones would cost a share of a round trip.
          output: {
            codeSplitting: mode !== ONE_FILE && {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 1 },
                { name: 'page', test: /src\/app\/page\.tsx$/ },
                { name: 'lab', test: /src\/lab\/page\/Lab\.tsx$/ },
                { name: (id) => FIRST_TEXTS.exec(id)?.[1] ?? null, test: FIRST_TEXTS },
              ],
            },
          },
        },
    ...(mode === ONE_FILE && {
      cssCodeSplit: false,
      assetsInlineLimit: () => true,
    }),
  },
  test: {
    root,
    // In processes: those that do not end are killed, which threads cannot be.
    pool: 'forks',
    projects: [
      {
        extends: true,
        // Files of a process share its modules, the compiled engine among them.
        test: {
          name: 'shared',
          isolate: false,
          include: [testsIn('')],
          exclude: [E2E, ...CONTEXTS, ...PROCESSES],
        },
      },
      {
        extends: true,
        test: {
          name: 'context',
          pool: 'vmForks',
          include: CONTEXTS,
          setupFiles: ['tests/support/context-globals.ts'],
        },
      },
      { extends: true, test: { name: 'process', include: PROCESSES } },
    ],
    // One more than there are cores, since tests of the bridge wait a lot: Vitest leaves one core free, half of a small machine.
    maxWorkers: availableParallelism() + 1,
    // A run after the first one transforms only what has changed.
    experimental: { fsModuleCache: true, fsModuleCachePath: resolve(root, 'node_modules/.cache/vitest') },
    // Tests run real simulations and a real Redis on machines that do other work as well.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/generated/**', 'src/**/*.d.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportsDirectory: resolve(root, 'node_modules/.cache/coverage'),
    },
  },
}));
