/** Limits of connections: silent ones keep nobody out, one address does not take all places. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answerRequests, sendText } from '../../src/bridge/server/answering.ts';
import { limitConnections } from '../../src/bridge/server/connections.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { median } from '../../src/evidence/predict/statistics.ts';
import { deep } from '../support/tier.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, serverForTests, statusOf } from './dial.ts';
import { program } from './program.ts';
import { exchange, request, statusIn } from './raw.ts';

/** Sockets from one address of this machine to a place, all of them open. */
async function silent(count: number, port: number, from: string, to = '127.0.0.1'): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect({ port, host: to, localAddress: from });
    socket.on('error', () => undefined);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  whenDone(() => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

/**
 * CPU time of a process' main thread, ms: how long something took it, whatever else the machine did. Linux counts it in nanoseconds.
 */
const cpuMsOf = (pid: number | undefined): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenDone(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const stillOpen = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length;

describe('silent connections', () => {
  it('from the room, 540 of them from one device, block no other device', async () => {
    const server = await serverForTests({ classroom: ['127.0.0.2'] });
    const room = new URL(server.classroom[0] ?? '').host;
    const port = Number(room.split(':')[1]);
    const sockets = await silent(540, port, '127.0.0.9', '127.0.0.2');
    // A place of its own: the 128th of the device is the last.
    await expect.poll(() => stillOpen(sockets)).toBeLessThanOrEqual(128);
    for (let i = 0; i < 20; i++) expect(statusIn(await exchange(room, request(room, 'GET /')))).toBe(200);
  });

  it('on this machine block no page', async () => {
    const server = await serverForTests();
    await silent(600, server.port, '127.0.0.1');
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(200);
    expect(await statusOf(server)).toBe(101);
  });

  it('do not cut a page off from its bridge', async () => {
    const server = await serverForTests();
    const line = await dial(server);
    await silent(600, server.port, '127.0.0.1');
    await sleep(100);
    expect(await line.ask('command', { words: ['PING'] })).toBe('PONG');
    await line.close();
  });
});

describe('the connection limit', () => {
  it('closes the longest idle connection of the address with the most connections', async () => {
    const server = createServer();
    limitConnections(server, { most: 6, perAddress: 5, upgrades: false });
    answerRequests(server, (_, response) => sendText(response, 200, 'here'));
    const port = await listening(server);
    const many = await silent(5, port, '127.0.0.9');
    const few = await silent(1, port, '127.0.0.8');
    // The first of them has asked something meanwhile.
    many[0]?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(many[0] as Socket, 'data');
    const [late] = await silent(1, port, '127.0.0.7');
    await expect.poll(() => stillOpen(many)).toBe(4);
    expect(many[1]?.closed).toBe(true);
    expect(stillOpen([...few, late as Socket])).toBe(2);
  });

  it('refuses the new connection when all others are being served', async () => {
    const server = createServer();
    limitConnections(server, { most: 2, perAddress: 2, upgrades: false });
    let served = 0;
    server.on('request', () => served++);
    const port = await listening(server);
    const busy = await silent(2, port, '127.0.0.1');
    for (const socket of busy) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => served).toBe(2);
    const [late] = await silent(1, port, '127.0.0.1');
    await expect.poll(() => late?.closed).toBe(true);
    expect(stillOpen(busy)).toBe(2);
  });
});

describe('a flood', () => {
  it('of requests with many Redis commands delays no other page for long', async () => {
    // A process of its own: the flood takes this one's time.
    const { child, said } = await program('--port', '0');
    await expect.poll(said, { timeout: 30_000 }).toContain('Ctrl+C');
    const [, port = '', token = ''] = /127\.0\.0\.1:(\d+)\/#\/lab\?bridge=([\w-]+)/.exec(said()) ?? [];
    const server = { port: Number(port), token };
    const [loud, quiet] = [await dial(server), await dial(server)];
    await quiet.ask('hello', {});
    const answered = { failed: 0, done: 0 };
    loud.socket.on('message', (data) => {
      if (String(data).includes('BR-10')) answered.failed++;
      else answered.done++;
    });
    const end = performance.now() + 2_000;
    const flooding = (async () => {
      for (let id = 0; performance.now() < end; ) {
        for (let i = 0; i < 200 && loud.socket.bufferedAmount < 2e5; i++)
          loud.socket.send(JSON.stringify({ id: id++, op: 'hello' }));
        await sleep(5);
      }
    })();
    // What this process itself has to do at first is not the bridge's.
    await sleep(500);
    const waitsMs: number[] = [];
    do {
      const before = cpuMsOf(child.pid);
      expect(await quiet.ask('command', { words: ['PING'] })).toBe('PONG');
      waitsMs.push(cpuMsOf(child.pid) - before);
      await sleep(10);
    } while (performance.now() < end);
    await flooding;
    // Before floods were charged it was above a second.
    expect(median(waitsMs)).toBeLessThan(400);
    expect(answered.failed).toBeGreaterThan(0);
    expect(answered.done).toBeLessThan(200);
    loud.socket.terminate();
    await quiet.close();
  });

  it('of replies that the page does not read does not fill the bridge’s memory', async () => {
    const server = await serverForTests();
    const line = await dial(server);
    const value = 'v'.repeat(LIMITS.valueBytes);
    expect(await line.ask('command', { words: ['SET', 'a', value] })).toBe('OK');
    line.socket.pause();
    const before = process.memoryUsage().rss;
    const question = JSON.stringify({ id: 1, op: 'command', words: ['GET', 'a'] });
    for (let round = 0; round < (deep ? 30 : 22); round++) {
      for (let i = 0; i < 200; i++) line.socket.send(question);
      await sleep(20);
    }
    // 4,400 answers are 288 MB, 6,000 are 393.
    expect(process.memoryUsage().rss - before).toBeLessThan(250e6);
    line.socket.terminate();
    expect(await statusOf(server)).toBe(101);
  });
});
