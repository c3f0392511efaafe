/** Endless replies of a Redis do not fill the memory of the machine. */
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { whenDone } from '../support/when-done.ts';
import { dial } from './dial.ts';
import { program } from './program.ts';

/** Begins one reply and goes on with it for as long as somebody reads. */
async function endless(start: string): Promise<number> {
  const sockets = new Set<Socket>();
  const chunk = Buffer.alloc(1024 * 1024, '1\r\n');
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.write(start);
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  whenDone(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

it.runIf(existsSync('/proc/self/status')).each([
  ['a string without an end', '$4000000000\r\n'],
  ['replies that nobody has asked for', '+'.padEnd(2, 'x')],
])('%s ends the connection', async (_, start) => {
  const redisPort = await endless(start);
  const { child, said } = await program('--port', '0', '--redis', `redis://127.0.0.1:${redisPort}`);
  await expect.poll(said, { timeout: 30_000 }).toContain('Ctrl+C');
  const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(said()) ?? [];
  let mostMb = 0;
  const watching = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    mostMb = Math.max(mostMb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
  }, 50);
  whenDone(() => clearInterval(watching));
  const line = await dial({ port: Number(port), token });
  const code = () => line.fail('hello', {}).then((failure) => failure.code);
  await expect.poll(code, { timeout: 45_000 }).toMatch(start.startsWith('$') ? /BR-32/ : /BR-32|BR-05/);
  expect(mostMb).toBeLessThan(1_600);
  expect(child.exitCode).toBeNull();
  await line.close();
  clearInterval(watching);
});
