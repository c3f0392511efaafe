import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BRIDGE_PATH, SUBPROTOCOL } from '../../src/bridge/protocol.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { dial, serverForTests, statusOf } from './dial.ts';

const server = await serverForTests({ origins: ['https://lab.example'] });
const own = `127.0.0.1:${server.port}`;

/** Status and text of a plain request with exactly these headers. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ port: server.port, host: '127.0.0.1', path, method, headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('opening the WebSocket', () => {
  it.each([
    ['from the page itself', {}, 101],
    ['from the page under its other name', { origin: `http://localhost:${server.port}` }, 101],
    ['from a page that was allowed by name', { origin: 'https://lab.example' }, 101],
    ['with a wrong token', { token: 'x'.repeat(server.token.length) }, 401],
    ['with an empty token', { token: '' }, 401],
    ['from another site', { origin: 'https://evil.example' }, 403],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['from an origin that only begins like ours', { origin: `http://${own}.evil.example` }, 403],
    ['from a sandboxed page', { origin: 'null' }, 403],
    ['without an origin', { origin: null }, 403],
    ['under a foreign name that points here', { host: `evil.example:${server.port}` }, 403],
    ['at another path', { path: '/elsewhere' }, 404],
  ])('%s', async (_, dialling, status) => {
    expect(await statusOf(server, dialling)).toBe(status);
  });

  it('never returns the token', async () => {
    const line = await dial(server);
    expect(line.socket.protocol).toBe(SUBPROTOCOL);
    await line.close();
  });

  it('survives a connection reset during its upgrade', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(
          `GET ${BRIDGE_PATH} HTTP/1.1\r\nHost: ${own}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
        );
        socket.resetAndDestroy();
        resolve();
      });
    });
    expect(await statusOf(server)).toBe(101);
  });

  it('stops at the maximum number of sessions', async () => {
    const lines = await Promise.all(Array.from({ length: LIMITS.sessions }, () => dial(server)));
    expect(await statusOf(server)).toBe(503);
    const { text } = await get(BRIDGE_PATH, { host: own, authorization: `Bearer ${server.token}` });
    expect(JSON.parse(text)).toEqual({ code: 'BR-14', detail: { limit: LIMITS.sessions } });
    await Promise.all(lines.map((line) => line.close()));
    await expect.poll(() => statusOf(server)).toBe(101);
  });
});

describe('the page server', () => {
  it('serves the page with its policy', async () => {
    const response = await fetch(`http://${own}/`);
    expect(await response.text()).toContain('<title>page</title>');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets the page connect to its own bridge and to no other', async () => {
    const { headers } = await fetch(`http://${own}/`);
    const policy = headers.get('content-security-policy') ?? '';
    const [connect] = policy.split('; ').filter((directive) => directive.startsWith('connect-src'));
    expect(connect).toBe(`connect-src 'self' ws://${own} ws://localhost:${server.port}`);
  });

  it.each([
    ['/', 'GET', 200],
    ['/nothing.js', 'GET', 404],
    ['/', 'POST', 405],
    [BRIDGE_PATH, 'GET', 401],
    ['/', 'GET', 403, 'evil.example'],
  ])('sends the same headers with %s %s %d', async (path, method, status, host = own) => {
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      const asked = request({ port: server.port, host: '127.0.0.1', path, method, headers: { host } });
      asked.on('response', (response) => {
        expect(response.statusCode).toBe(status);
        response.resume();
        resolve(response.headers);
      });
      asked.on('error', reject);
      asked.end();
    });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it.each([
    ['a foreign host name', '/', { host: `evil.example:${server.port}` }, 'GET', 403],
    ['a file that does not exist', '/nothing.js', { host: own }, 'GET', 404],
    ['a path outside its folder', '/../../../../etc/hostname', { host: own }, 'GET', 404],
    ['an encoded path outside its folder', '/%2e%2e/%2e%2e/etc/hostname', { host: own }, 'GET', 404],
    ['a path that is no path', '/%', { host: own }, 'GET', 404],
    ['a POST', '/', { host: own }, 'POST', 405],
  ])('refuses %s', async (_, path, headers, method, status) => {
    expect((await get(path, headers, method)).status).toBe(status);
  });

  it.each([
    ['the token', { host: own, authorization: 'Bearer nonsense' }, 'BR-04'],
    ['a missing token', { host: own }, 'BR-04'],
    [
      'the page',
      { host: own, origin: 'https://evil.example', authorization: `Bearer ${server.token}` },
      'BR-03',
    ],
  ])('names %s as the refused part', async (_, headers, code) => {
    expect(JSON.parse((await get(BRIDGE_PATH, headers)).text)).toEqual({ code, detail: {} });
  });
});
