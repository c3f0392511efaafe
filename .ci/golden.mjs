#!/usr/bin/env node
// Renews the recorded runs in tests/golden, the tables in wasm/model and the answers that the page shows beside claims and
// measurements after a wanted change of the model, then shows what changed: the difference is the review.
import { at, crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { run } from './shell.mjs';

await setup({ required: ['node', 'cargo'], quiet: true });
const tests = ['golden::', 'change::', 'model::'];
const args = ['test', '--quiet', '--locked', '--profile', 'quick', '--test', 'all', '--', ...tests];
const renewed = await run('cargo', args, { cwd: crate, env: { ...process.env, UPDATE_GOLDEN: '1' } });
const recorded = renewed && (await run(process.execPath, [at('.ci/sim.mjs'), 'record']));
const places = ['tests/golden', 'wasm/model', 'src/evidence/answers/generated'];
await run('git', ['--no-pager', 'diff', '--stat', '--', ...places]);
process.exit(recorded ? 0 : 1);
