#!/usr/bin/env node
// `npm start`: installs what is missing, builds what is stale, then serves the page and the bridge to Redis on one
// loopback port until it is told to stop. `--no-build` (npm run bridge) serves the page as it was last built.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';
import { bridgeFiles, buildBridge, buildPage } from './programs.mjs';
import { setup } from './setup.mjs';

const args = process.argv.slice(2);
const again = !args.includes('--no-build') || !existsSync(at('dist/index.html'));
const wantsHelp = args.includes('--help');

if (wantsHelp) await setup({ required: ['node', 'npm'], quiet: true });
else {
  const rust = again ? /** @type {const} */ (['cargo', 'target']) : [];
  await setup({ required: ['node', 'npm', ...rust], mention: args.includes('--redis') ? [] : ['redis'] });
  if (again && (await buildPage()) === 'failed') process.exit(1);
}
if ((await buildBridge()) === 'failed') process.exit(1);

const { main } = await import(pathToFileURL(at('dist-bridge/main.js')).href);
await main(
  args.filter((arg) => arg !== '--no-build'),
  bridgeFiles,
);
