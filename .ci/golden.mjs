#!/usr/bin/env node
// Renews tests/golden after a wanted change of the model, then shows what changed: the difference is the review.
import { run, runPackage } from './shell.mjs';
import { buildWasm } from './wasm.mjs';

if ((await buildWasm()) === 'failed') process.exit(1);
const env = { ...process.env, GOLDEN: 'update' };
const renewed = await runPackage('vitest/vitest.mjs', ['run', 'tests/engine', '--update'], { env });
await run('git', ['--no-pager', 'diff', '--stat', '--', 'tests/golden']);
process.exit(renewed ? 0 : 1);
