import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { BridgeError, openBridge } from '../../src/bridge/client.ts';
import type { Notice } from '../../src/bridge/protocol.ts';
import { serverForTests } from './dial.ts';
import { nodeScenario } from './live.ts';

const server = await serverForTests();
const address = `127.0.0.1:${server.port}`;

// This Node has no WebSocket of its own; the one of `ws` does what a browser's does once it names the page it is on.
class PageSocket extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(url, protocols, { origin: `http://${address}` });
  }
}
vi.stubGlobal('WebSocket', PageSocket);
afterAll(() => vi.unstubAllGlobals());

/** The code with which opening or asking ends. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof BridgeError ? error.failure.code : String(error)),
  );

describe('the page’s client of the bridge', () => {
  it('matches concurrent requests with their replies', async () => {
    const bridge = await openBridge(server.token, address);
    expect((await bridge.ask('hello', {})).address).toEqual({ kind: 'private' });
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map((name) => bridge.ask('command', { words: ['SET', name, name] })));
    const read = await Promise.all(names.map((name) => bridge.ask('command', { words: ['GET', name] })));
    expect(read).toEqual(names);
    bridge.close();
  });

  it('receives notices', async () => {
    const bridge = await openBridge(server.token, address);
    const heard: Notice[] = [];
    bridge.onNotice((notice) => heard.push(notice));
    const { run } = await bridge.ask('run', { scenario: nodeScenario(), seconds: 0.1, warmupSeconds: 0 });
    await expect.poll(() => heard.at(-1)?.event).toBe('ended');
    expect(heard.map(({ event }) => event)).toContain('progress');
    expect(heard.at(-1)?.run).toBe(run);
    bridge.close();
  });

  it('receives refusals as codes', async () => {
    const bridge = await openBridge(server.token, address);
    expect(await codeOf(bridge.ask('command', { words: ['FLUSHALL'] }))).toBe('BR-07');
    bridge.close();
  });

  it('reports a wrong token', async () => {
    expect(await codeOf(openBridge('wrong', address))).toBe('BR-04');
  });

  it('reports that no bridge listens', async () => {
    expect(await codeOf(openBridge(server.token, '127.0.0.1:1'))).toBe('BR-01');
  });

  it('reports that another program listens', async () => {
    const other = createServer((_, response) => response.end('<!doctype html>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await codeOf(openBridge(server.token, `127.0.0.1:${port}`))).toBe('BR-01');
    other.close();
  });

  it('rejects all pending requests when the connection is lost', async () => {
    const own = await serverForTests({ redis: 'private' });
    const there = `127.0.0.1:${own.port}`;
    vi.stubGlobal(
      'WebSocket',
      class extends WebSocket {
        constructor(url: string, protocols: string[]) {
          super(url, protocols, { origin: `http://${there}` });
        }
      },
    );
    const bridge = await openBridge(own.token, there);
    const closed = new Promise<void>((resolve) => bridge.onClose(resolve));
    const measuring = codeOf(bridge.ask('measurePing', { count: 10_000 }));
    await own.close();
    await closed;
    expect(await measuring).toBe('BR-02');
    expect(await codeOf(bridge.ask('hello', {}))).toBe('BR-02');
  });
});
