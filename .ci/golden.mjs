#!/usr/bin/env node
// Renews the recorded runs in tests/golden, the tables in wasm/model, the answers that the page shows beside claims and
// measurements, and the pictures of ready experiments, after an intended change of the model. Then it shows what changed:
// the difference is the review.
import { at, crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { run } from './shell.mjs';

await setup({ required: ['node', 'cargo'], quiet: true });
const tests = ['golden::', 'change::', 'model::'];
const args = ['test', '--quiet', '--locked', '--profile', 'quick', '--test', 'all', '--', ...tests];
const renewed = await run('cargo', args, { cwd: crate, env: { ...process.env, UPDATE_GOLDEN: '1' } });
const sim = (/** @type {string} */ command) => run(process.execPath, [at('.ci/sim.mjs'), command]);
const recorded = renewed && (await sim('record')) && (await sim('pictures'));
const places = ['tests/golden', 'wasm/model', 'src/evidence/answers/generated', 'src/model/sweep/generated'];
await run('git', ['--no-pager', 'diff', '--stat', '--', ...places]);
process.exit(recorded ? 0 : 1);
