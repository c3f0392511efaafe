/** The program behind `npm start`, as a process of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { bridgeFiles, buildBridge } from '../../.ci/programs.mjs';
import { whenDone } from '../support/when-done.ts';
import { pageFolder } from './dial.ts';

/** The program as `npm start` runs it, with an empty page. */
export async function program(...args: string[]) {
  expect(await buildBridge()).not.toBe('failed');
  const script = `const { main } = await import(${JSON.stringify(pathToFileURL(at('dist-bridge/main.js')).href)});
    await main(${JSON.stringify(args)}, ${JSON.stringify({ ...bridgeFiles, page: pageFolder() })});`;
  const folder = mkdtempSync(join(tmpdir(), 'rt-t-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, TMPDIR: folder };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { env });
  whenDone(() => child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  /** Sockets of the Redis servers that it started. */
  const sockets = () => readdirSync(folder).map((name) => join(folder, name, 's'));
  return { child, ended, said: () => said, sockets };
}
