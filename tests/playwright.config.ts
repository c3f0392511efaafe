import { defineConfig } from '@playwright/test';
import { findChromium } from '../.ci/setup.mjs';
import { deep } from './support/tier.ts';

const executablePath = findChromium();
const isRoot = process.getuid?.() === 0;

// Every run gets the page from the real server, on a free port and with a private Redis. What that server prints is
// read into ROUNDTRIP_PORT and ROUNDTRIP_TOKEN; tests of the live page build their address from both.
const printed = /127\.0\.0\.1:(?<roundtrip_port>\d+)\/#\/lab\?bridge=(?<roundtrip_token>[\w-]+)/;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../test-results',
  // What is told to screen readers is the same on every system.
  snapshotPathTemplate: '{testDir}/__snapshots__/{arg}{ext}',
  // Two at a time, one for each core of a small machine. A page simulates on two threads, so that each is slower than alone:
  // the limits are there to end what hangs, not to measure.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  // Tests with `{ tag: '@deep' }` belong to `npm run test:deep`.
  ...(deep ? {} : { grepInvert: /@deep/ }),
  forbidOnly: true,
  use: {
    baseURL: `http://127.0.0.1:${process.env.ROUNDTRIP_PORT ?? ''}/`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // One context serves test after test and is emptied in between: the browser need not start a process and compile the page
    // for each, which was a third of their work. What that does not empty, permissions, `page.ts` does.
    reuseContext: true,
    screenshot: 'only-on-failure',
    // A recording of every step doubles the time of a test. `TRACE=1 npm run e2e -- stage` keeps those of what fails.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium refuses to run its sandbox as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  webServer: {
    command: 'node .ci/start.mjs --port 0',
    cwd: '..',
    wait: { stdout: printed },
    timeout: 300_000,
    // Time to stop the private Redis and to remove its folder.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
