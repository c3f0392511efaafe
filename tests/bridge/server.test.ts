import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { bridgeFiles, buildBridge } from '../../.ci/programs.mjs';
import { readArguments } from '../../src/bridge/server/arguments.ts';
import { pageFolder, serverForTests, statusOf } from './dial.ts';
import { program } from './program.ts';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const accepts = (socketPath: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

describe('the server', () => {
  it('starts a private Redis and stops it when it stops', async () => {
    const server = await serverForTests();
    const pid = server.privateRedis?.pid() ?? 0;
    const folder = dirname(server.privateRedis?.socketPath ?? '');
    expect(isAlive(pid)).toBe(true);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/#/lab?bridge=${server.token}`);
    await server.close();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it('serves only the page when there is no Redis', async () => {
    const server = await serverForTests({ redis: 'none' });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/`);
    expect(await statusOf(server)).not.toBe(101);
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('serves the present build after a rebuild', async () => {
    const page = pageFolder();
    const server = await serverForTests({ redis: 'none', files: { ...bridgeFiles, page } });
    const get = async (path: string) => {
      const response = await fetch(new URL(path, server.url));
      return {
        status: response.status,
        text: await response.text(),
        cache: response.headers.get('cache-control'),
      };
    };
    expect(await get('/')).toMatchObject({ status: 200, text: expect.stringContaining('page') });
    mkdirSync(join(page, 'assets'));
    writeFileSync(join(page, 'assets/page-1.js'), 'first');
    expect(await get('/assets/page-1.js')).toMatchObject({
      text: 'first',
      cache: expect.stringContaining('immutable'),
    });
    rmSync(join(page, 'assets/page-1.js'));
    writeFileSync(join(page, 'assets/page-2.js'), 'second');
    writeFileSync(join(page, 'index.html'), '<!doctype html><title>longer than it was before</title>');
    expect(await get('/assets/page-1.js')).toMatchObject({ status: 404 });
    expect(await get('/assets/page-2.js')).toMatchObject({ text: 'second' });
    expect(await get('/')).toMatchObject({ text: expect.stringContaining('than it was'), cache: 'no-cache' });
    expect((await get('/..%2fpackage.json')).status).toBe(404);
  });

  it('creates a new token at each start', async () => {
    const [a, b] = await Promise.all([serverForTests({ redis: 'none' }), serverForTests({ redis: 'none' })]);
    expect(a.token).not.toBe(b.token);
    expect(a.token).toMatch(/^[\w-]{32}$/);
  });

  it('takes the next port when the default one is in use, and fails when a given one is', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      // Somebody else may already have it, which is just as good.
      blocker.once('error', () => resolve());
      blocker.listen(4173, '127.0.0.1', resolve);
    });
    const server = await serverForTests({ redis: 'none', port: undefined });
    expect(server.port).toBeGreaterThan(4173);
    await expect(serverForTests({ redis: 'none', port: server.port })).rejects.toThrow('EADDRINUSE');
    blocker.close();
  });
});

describe('the program', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('prints one address and stops at %s', async (signal) => {
    const { child, ended, said } = await program('--port', '0');
    await expect.poll(said).toContain('Ctrl+C');
    const addresses = said().match(/http:\S+/g) ?? [];
    expect(addresses).toHaveLength(1);
    expect(addresses[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/lab\?bridge=[\w-]{32}$/);
    child.kill(signal);
    expect(await ended).toBe(0);
  });

  it('stops when its parent npm process is gone', async () => {
    expect(await buildBridge()).not.toBe('failed');
    const files = { ...bridgeFiles, page: pageFolder() };
    const main = pathToFileURL(at('dist-bridge/main.js')).href;
    const script = `import(${JSON.stringify(main)}).then((m) => m.main(["--port", "0"], ${JSON.stringify(files)}))`;
    // The shell is what npm starts; it stays because something follows.
    const shell = spawn('/bin/sh', ['-c', '"$1" -e "$2"; true', 'sh', process.execPath, script], {
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    let said = '';
    shell.stdout.on('data', (text) => {
      said += text;
    });
    await expect.poll(() => said).toContain('Ctrl+C');
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
    shell.kill('SIGTERM');
    const answers = () => fetch(`http://127.0.0.1:${port}/`).then(Boolean, () => false);
    await expect.poll(answers).toBe(false);
  });

  it('stops its Redis even when it is killed', async () => {
    const { child, said, sockets } = await program('--port', '0');
    await expect.poll(said).toContain('Ctrl+C');
    const [socketPath = ''] = sockets();
    expect(await accepts(socketPath)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => accepts(socketPath)).toBe(false);
    await expect.poll(() => existsSync(dirname(socketPath))).toBe(false);
  });

  it('names errors in its arguments', async () => {
    const { ended, said } = await program('--port', 'x', '--redis', 'redis:secret');
    expect(await ended).toBe(2);
    expect(said().trim().split('\n')).toHaveLength(2);
    expect(said()).not.toContain('secret');
  });
});

describe('its arguments', () => {
  it('default to a private Redis on the default port', () => {
    expect(readArguments([])).toEqual({
      help: false,
      port: undefined,
      redis: 'private',
      origins: [],
      classroom: [],
    });
  });

  it('name a Redis without printing its password', () => {
    const read = readArguments(['--redis', 'rediss://me:secret@db.example:6380']);
    expect(read).toMatchObject({ redis: { address: { kind: 'remote', host: 'db.example', port: 6380 } } });
    const local = readArguments(['--redis', 'redis://localhost']);
    expect(local).toMatchObject({ redis: { address: { kind: 'loopback', port: 6379 } } });
  });

  it.each([
    [['--port', '65536']],
    [['--port', '-1']],
    [['--redis', 'http://127.0.0.1']],
    [['--redis', '127.0.0.1:6379']],
    [['--redis', 'redis://%zz']],
    [['--redis', 'redis://%zz@127.0.0.1']],
    [['--redis', 'redis://me:100%@127.0.0.1']],
    [['--origin', 'https://example.org/path']],
    [['--colour', 'red']],
    [['surplus']],
  ])('refuse %j', (args) => {
    const read = readArguments(args);
    expect(read).toHaveProperty('problems');
    // The library's own words tell nobody what to do.
    expect(JSON.stringify(read)).not.toContain('malformed');
  });
});
