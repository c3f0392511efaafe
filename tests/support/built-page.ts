/** The built page, served on a free port, in the system's Chromium: for benchmarks and pictures. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { servePage } from '../../src/bridge/server/page.ts';

export interface ServedPage {
  /** Where it is served, with a slash at its end. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export interface BuiltPage extends ServedPage {
  readonly browser: Browser;
}

/** @param headers what the server says beside its own */
export async function serveBuiltPage(headers: Readonly<Record<string, string>> = {}): Promise<ServedPage> {
  const dist = join(process.cwd(), 'dist');
  if (!existsSync(join(dist, 'index.html'))) throw new Error('build the page first: npm run build');
  const files = servePage(dist);
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    void files(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
    },
  };
}

/** The system's Chromium. @param args more of the browser */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  );
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...args],
  });
}

/** @param headers more of the server @param args more of the browser */
export async function openBuiltPage(
  headers: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<BuiltPage> {
  const served = await serveBuiltPage(headers);
  const browser = await launchBrowser(args);
  return {
    browser,
    origin: served.origin,
    close: async () => {
      await browser.close();
      await served.close();
    },
  };
}
