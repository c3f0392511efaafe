import { spawn } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { root } from '../../.ci/paths.mjs';
import { buildBridge } from '../../.ci/programs.mjs';
import { whenDone } from '../support/when-done.ts';
import { dial, statusOf } from './dial.ts';
import { check, measure, nodeScenario } from './live.ts';

// On a fresh clone the development server would build it within the test's time.
beforeAll(async () => {
  expect(await buildBridge()).not.toBe('failed');
}, 180_000);

it('the development server serves the bridge on its own port', async () => {
  const args = [
    'node_modules/vite/bin/vite.js',
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--strictPort',
    'false',
  ];
  const { VITEST: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  whenDone(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  await expect.poll(() => said, { timeout: 50_000 }).toContain('?bridge=');
  const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(said) ?? [];
  const place = { port: Number(port), token };
  const line = await dial(place);
  expect(check(await measure(line, nodeScenario())).problems).toEqual([]);
  await line.close();
  expect(await statusOf(place, { token: 'wrong' })).toBe(401);
  expect(await statusOf(place, { host: 'evil.example' })).toBe(403);
});
