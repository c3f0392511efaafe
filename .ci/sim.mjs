#!/usr/bin/env node
// `npm run --silent sim -- …`: the command line of the engine. Standard output carries results only; whatever is
// missing or stale is installed and built first, and spoken of on standard error.
import { pathToFileURL } from 'node:url';
import { at, engineWasm, root } from './paths.mjs';
import { buildBridge, buildCli, buildPage } from './programs.mjs';
import { setup } from './setup.mjs';
import { buildWasm } from './wasm.mjs';

// These measure real clients of the bridge, on a Redis of their own.
const isMeasuring = ['twin', 'campaign', 'samples', 'verify'].includes(process.argv[2] ?? '');
const redis = isMeasuring ? /** @type {const} */ (['redis']) : [];
await setup({ required: ['node', 'npm', ...redis], quiet: true, log: process.stderr });
if ((await buildWasm()) === 'failed' || (await buildCli()) === 'failed') process.exit(1);
if (isMeasuring && (await buildBridge()) === 'failed') process.exit(1);
// A package contains the page.
if (process.argv[2] === 'pack' && (await buildPage()) === 'failed') process.exit(1);
const { main } = await import(pathToFileURL(at('dist-cli/main.js')).href);
process.exitCode = await main(process.argv.slice(2), engineWasm, root);
