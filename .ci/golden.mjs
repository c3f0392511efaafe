#!/usr/bin/env node
// Renews the recorded runs in tests/golden and the cost table in wasm/MODEL.md after a wanted change of the model, then
// shows what changed: the difference is the review.
import { crate } from './paths.mjs';
import { setup } from './setup.mjs';
import { run } from './shell.mjs';

await setup({ required: ['node', 'cargo'], quiet: true });
const args = ['test', '--quiet', '--locked', '--profile', 'quick', '--test', 'golden', '--test', 'model'];
const renewed = await run('cargo', args, { cwd: crate, env: { ...process.env, UPDATE_GOLDEN: '1' } });
await run('git', ['--no-pager', 'diff', '--stat', '--', 'tests/golden', 'wasm/MODEL.md']);
process.exit(renewed ? 0 : 1);
