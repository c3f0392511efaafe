/**
 * The same run in every browser: both sides of all pairs of presets, counted by the page in Chromium, Firefox and WebKit and
 * by the native engine, have one fingerprint each (product.md §1.13). Prints how many agree and how long each browser took.
 *
 * Browsers are the system's own. Firefox is steered through geckodriver, WebKit through WebKitWebDriver (Debian's
 * `webkit2gtk-driver`), which needs a screen: `xvfb-run -a npm run bench -- browsers`. One that is not there is said, and
 * at least one has to be.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import firefox from 'selenium-webdriver/firefox.js';
import type {} from '../../src/app/debug/console.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import pairs from '../../src/model/scenario/pairs.json' with { type: 'json' };
import { serveBuiltPage } from '../support/built-page.ts';
import { buildNative, runNative } from '../support/native.ts';

/** What a page answers: the two scenarios and the fingerprints of their runs. */
type Answer = Record<'a' | 'b', { readonly scenario: Scenario; readonly fingerprint: string }>;

interface Steered {
  open(address: string): Promise<void>;
  /** The answer of the page, or nothing while it counts. */
  ask(): Promise<Answer | null>;
  close(): Promise<void>;
}

/** Runs in the page. */
const QUESTION = `
  const side = (name) => ({ scenario: lab.scenario(name), fingerprint: lab.summary(name)?.fingerprint });
  const answer = globalThis.lab ? { a: side('a'), b: side('b') } : null;
  return answer?.a.fingerprint && answer.b.fingerprint ? answer : null;`;

const found = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

const driven = (driver: WebDriver, closed?: () => void): Steered => ({
  open: (address) => driver.get(address),
  ask: () => driver.executeScript<Answer | null>(QUESTION),
  close: async () => {
    await driver.quit();
    closed?.();
  },
});

async function inChromium(): Promise<Steered | string> {
  const executablePath = found('chromium') ?? found('google-chrome');
  if (!executablePath) return 'no Chromium was found';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  return {
    open: async (address) => {
      await page.goto(address);
    },
    ask: () => page.evaluate<Answer | null>(`(() => {${QUESTION}})()`),
    close: () => browser.close(),
  };
}

async function inFirefox(): Promise<Steered | string> {
  const [binary, driver] = [found('firefox') ?? found('firefox-esr'), found('geckodriver')];
  if (!binary || !driver) return `no ${binary ? 'geckodriver' : 'Firefox'} was found`;
  const options = new firefox.Options().setBinary(binary).addArguments('-headless');
  const builder = new Builder().forBrowser('firefox').setFirefoxOptions(options);
  return driven(await builder.setFirefoxService(new firefox.ServiceBuilder(driver)).build());
}

async function inWebKit(): Promise<Steered | string> {
  const program = found('WebKitWebDriver');
  if (!program) return 'no WebKitWebDriver was found';
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'it needs a screen: xvfb-run -a npm run bench -- browsers';
  const port = 4446;
  const service = spawn(program, [`--port=${port}`], { stdio: 'ignore' });
  await Promise.race([sleep(1000), once(service, 'error')]);
  const browser = Capabilities.safari().setBrowserName('MiniBrowser');
  const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(browser);
  return driven(await builder.build(), () => service.kill());
}

/** Fingerprints of the native engine by scenario, counted once. */
const counted = new Map<string, string>();
function nativeFingerprint(scenario: Scenario): string {
  const text = JSON.stringify(scenario);
  const fingerprint = counted.get(text) ?? runNative(scenario, false).fingerprint;
  counted.set(text, fingerprint);
  return fingerprint;
}

/** Milliseconds after which a pair of presets counts as hanging. */
const PATIENCE_MS = 300_000;

async function answerOf(browser: Steered, address: string): Promise<Answer> {
  await browser.open('about:blank');
  await browser.open(address);
  for (let waited = 0; waited < PATIENCE_MS; waited += 100) {
    const answer = await browser.ask();
    if (answer) return answer;
    await sleep(100);
  }
  throw new Error(`${address} has no summary after ${PATIENCE_MS / 1000} s`);
}

buildNative();
const { origin, close } = await serveBuiltPage();
let differing = 0;
let compared = 0;
for (const [name, start] of [
  ['Chromium', inChromium],
  ['Firefox', inFirefox],
  ['WebKit', inWebKit],
] as const) {
  const browser = await start();
  if (typeof browser === 'string') {
    console.log(`--   ${name}: ${browser}`);
    continue;
  }
  compared++;
  const began = performance.now();
  let same = 0;
  try {
    for (const { a, b } of pairs) {
      const answer = await answerOf(browser, `${origin}#/lab?a=${a}&b=${b}`);
      for (const side of ['a', 'b'] as const) {
        const wanted = nativeFingerprint(answer[side].scenario);
        if (answer[side].fingerprint === wanted) same++;
        else console.log(`     ${a}, ${b}, side ${side}: ${answer[side].fingerprint}, native ${wanted}`);
      }
    }
  } finally {
    await browser.close();
  }
  const all = 2 * pairs.length;
  if (same < all) differing++;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${same < all ? 'OVER' : 'ok  '} ${name}: ${same} of ${all} runs are event for event the native ones, in ${seconds} s`,
  );
}
await close();
process.exit(differing > 0 || compared === 0 ? 1 : 0);
