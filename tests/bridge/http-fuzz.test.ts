/** Raw HTTP and WebSocket bytes to the program in a process of its own, which has to outlive them with no more open files. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { bridgeFiles, buildBridge } from '../../.ci/programs.mjs';
import { deep } from '../support/tier.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, pageFolder } from './dial.ts';
import { attack, emptyTally, type Victim } from './http-fuzz.ts';
import { exchange, request, statusIn } from './raw.ts';

// `npm run fuzz -- http MINUTES` goes on for longer, from another seed.
const seconds = Number(process.env.BRIDGE_FUZZ_SECONDS ?? (deep ? 4 : 2));
const seed = Number(process.env.BRIDGE_FUZZ_SEED ?? 1);

/** Open files that are no sign of a leak. */
const FEW = 6;
/** After so long the servers have ended every connection whose other end is silent, ms. */
const SILENT_MS = 45_000;

interface Started extends Victim {
  readonly pid: number;
  readonly port: number;
  /** Null while the process lives. */
  readonly exit: () => string | null;
  readonly complaints: () => string;
}

/** The servers as `npm start -- --classroom` starts them, but without its last resort against unexpected errors. */
async function start(): Promise<Started> {
  expect(await buildBridge()).not.toBe('failed');
  const page = pageFolder();
  mkdirSync(join(page, 'assets'));
  writeFileSync(join(page, 'assets/big.bin'), Buffer.alloc(8 * 1024 * 1024, 'x'));
  const options = { files: { ...bridgeFiles, page }, port: 0, redis: 'private', classroom: ['127.0.0.2'] };
  const script = `const { startServer } = await import(${JSON.stringify(pathToFileURL(at('dist-bridge/main.js')).href)});
    const server = await startServer(${JSON.stringify(options)});
    process.stdout.write(JSON.stringify({ port: server.port, token: server.token, room: server.classroom[0] }) + '\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  whenDone(() => child.kill('SIGKILL'));
  let [said, complaints] = ['', ''];
  let exit: string | null = null;
  child.stdout.on('data', (text) => {
    said += text;
  });
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  child.once('exit', (code, signal) => {
    exit = String(code ?? signal);
  });
  await expect.poll(() => said + complaints, { timeout: 40_000 }).toContain('\n');
  const { port, token, room } = JSON.parse(said) as { port: number; token: string; room: string };
  const places = [`127.0.0.1:${port}`, new URL(room).host] as const;
  return { places, port, token, page, pid: child.pid ?? 0, exit: () => exit, complaints: () => complaints };
}

const openFilesOf = (pid: number) =>
  existsSync('/proc/self/fd') ? readdirSync(`/proc/${pid}/fd`).length : Number.NaN;

it(
  'the server survives random bytes and leaks no file descriptor',
  async () => {
    const started = await start();
    const { places, port, token, pid } = started;
    const works = async () => {
      for (const place of places) expect(statusIn(await exchange(place, request(place, 'GET /')))).toBe(200);
      const line = await dial({ port, token });
      expect(await line.ask('command', { words: ['PING'] })).toBe('PONG');
      await line.close();
    };
    await works();
    const tally = emptyTally();
    const before = openFilesOf(pid);
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, started.exit() === null ? openFilesOf(pid) : 0);
    }, 500);
    const end = performance.now() + seconds * 1000;
    for (let round = 1; performance.now() < end; round++) {
      await attack(started, seed + round, Math.min(20_000, end - performance.now()), tally);
      expect([started.exit(), started.complaints()], `seed ${seed}, round ${round}`).toEqual([null, '']);
      await expect.poll(() => works().then(() => 'works', String), { timeout: 20_000 }).toBe('works');
    }
    clearInterval(watching);
    // Connections whose other end is silent are ended after half a minute.
    const isBack = () => openFilesOf(pid) <= before + FEW;
    for (const give = performance.now() + SILENT_MS; !isBack() && performance.now() < give; )
      await sleep(500);
    const after = openFilesOf(pid);
    if (process.env.BRIDGE_FUZZ_SECONDS)
      process.stdout.write(`${JSON.stringify({ ...tally, exits: 0, openFiles: { before, most, after } })}\n`);
    // Node opens a few for itself now and then; a leak was hundreds within seconds.
    if (existsSync('/proc/self/fd')) expect(after).toBeLessThanOrEqual(before + FEW);
  },
  120_000 + seconds * 2_000,
);
