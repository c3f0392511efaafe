import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, deepUnless, expect, test } from './page.ts';

const token = process.env.ROUNDTRIP_TOKEN ?? '';

test('a real client is measured on a real Redis, and the model answers beside it', async ({ page }) => {
  await page.goto(`#/live?bridge=${token}`);
  await expect(page).toHaveURL(/#\/live$/);
  await page.getByRole('textbox', { name: 'Duration, s' }).or(page.getByLabel('Duration, s')).fill('1');
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(page.getByText(/The run completed\. [1-9][\d,]* requests completed/)).toBeVisible();
  await expect(page.getByText(/Measured mean [1-9]/).first()).toBeVisible();
  await expect(page.getByText(/Model mean [1-9]/).first()).toBeVisible();
  // The verdict comes first: how far the model is off, and why.
  await expect(
    page.getByText(/^Model error in (throughput|median response time): [+−][\d.,]+%\. .+\.$/),
  ).toBeVisible();
  expect(page.url()).not.toContain(token);

  await test.step('a calibration from a file is shown, and its costs are taken into the Lab', async () => {
    const question = {
      ...{ driver: 'nodeRedis', callers: 3, connections: 1, valueBytes: 100, mix: 'get' },
      ...{ batch: 'none', batchSize: 10, rttUs: 0, seconds: 0.4 },
    };
    const calibration = {
      format: 'roundtrip-calibration',
      version: 1,
      calibratedAt: '2026-11-22T06:00:00.000Z',
      machine: { platform: 'linux', release: '6', cpu: 'A CPU', cores: 2, memoryBytes: 1, versions: {} },
      redis: { version: '7.0.15', mode: 'standalone', place: 'private' },
      profile: 'linux-2core-vm',
      ...{ cores: 1, relayUs: 120, wireUs: 0 },
      costs: [{ cost: 'nodeJsCommandNs', value: 987, uncertainty: 0.1 }],
      explained: [],
      foreseen: [{ question, perSec: 110, seen: 100 }],
    };
    await page.goto('#/live');
    const file = {
      name: 'c.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(calibration)),
    };
    await page.getByRole('region', { name: 'Costs of this machine' }).locator('input').setInputFiles(file);
    await expect(
      page.getByRole('row', { name: /Command in JavaScript client 600 ns 987 ns ± 10/ }),
    ).toBeVisible();
    await expect(page.getByRole('row', { name: /3 callers, GET of 100 B 110 100 \+10%/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const costs = await savedCsv(page, 'Costs');
    expect(costs).toContain('"calibratedAt":"2026-11-22T06:00:00.000Z"');
    expect(costs).toMatch(/\r\n"Command in JavaScript, ns",client,600,987,0\.1\r\n/);
    await page.getByRole('button', { name: 'Use in the Lab' }).click();
    await expect(page).toHaveURL(/#\/lab\?.*nodeJsReplyNs=987/);
    await page.getByRole('link', { name: 'Real Redis' }).click();
    await page.getByRole('button', { name: 'Use in experiments' }).click();
    await expect(page).toHaveURL(/#\/experiments/);
  });
});

/** What a table or chart writes as CSV. */
async function savedCsv(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: `Save “${title}” as a file` }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).first().click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

test(
  'what is saved says that it was measured, where and when, and nothing of what the Lab shows',
  DEEP,
  async ({ page }) => {
    await page.goto('#/live');
    await page.getByRole('button', { name: /^ioredis/ }).click();
    await page.getByRole('button', { name: 'Skip to the end' }).click();
    await expect(page.getByRole('table', { name: 'Measurement and model' })).toContainText('%');
    for (const name of ['Measurement and model', 'Response time by percentile']) {
      const csv = await savedCsv(page, name);
      expect(csv).toMatch(/# measured: .*"recording":"ioredis.*"cpu":.*"workload":/);
      expect(csv).not.toContain('# scenario');
      expect(csv).toMatch(/# \S+#\/live\r\n/);
    }
    const csv = await savedCsv(page, 'Measurement and model');
    const shown = await page
      .getByRole('table', { name: 'Measurement and model' })
      .getByRole('row', { name: /^Throughput/ })
      .getByRole('cell')
      .first()
      .innerText();
    const [, , exact] = /\r\n("Throughput, requests\/s"),1\/s,([\d.]+),/.exec(csv) ?? [];
    expect(Math.round(Number(exact)).toLocaleString('en')).toBe(shown);
  },
);

for (const lang of ['en', 'zh-CN'] as const) {
  test(
    `without a bridge a recording of a real run is played, in ${lang}`,
    deepUnless(lang === 'en'),
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`#/live?lang=${lang}`);
      // Pressed as soon as it is there: a machine that stands still for some seconds would see the end by itself.
      const skipped = page.evaluate(
        (name) =>
          new Promise<void>((resolve) => {
            const seen = new MutationObserver(() => {
              const skip = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
              if (!skip) return;
              seen.disconnect();
              skip.click();
              resolve();
            });
            seen.observe(document.body, { childList: true, subtree: true, characterData: true });
          }),
        lang === 'en' ? 'Skip to the end' : '直接看结果',
      );
      await page.locator('summary', { hasText: lang === 'en' ? 'open a recording' : '打开录制' }).click();
      await page.getByRole('button', { name: /^ioredis/ }).click();
      await skipped;
      await expect(page.getByRole('heading', { name: /ioredis/ })).toBeVisible();
      const noise = lang === 'en' ? /Band: noise of the machine\. In 90% of/ : /色带：机器的噪声。/;
      await expect(page.getByText(noise)).toBeVisible();
      // Why the model is off: tried while the reader reads.
      const mechanisms = lang === 'en' ? 'Mechanisms, measured and in the model' : '各机制：实测与模型';
      await expect(page.getByRole('table', { name: mechanisms }).getByRole('row')).not.toHaveCount(0, {
        timeout: 30_000,
      });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );
}

test(
  'the costs of this machine are found on a real Redis, and foretell what is measured only then',
  DEEP,
  async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto(`#/live?bridge=${token}`);
    const machine = page.getByRole('region', { name: 'Costs of this machine' });
    await machine.getByRole('button', { name: 'Calibrate', exact: true }).click();
    const underWay = page.getByRole('region', { name: 'Progress' });
    // A refusal is shown at once; its text says more than an absent progress.
    const refusal = page.getByRole('alert');
    await expect(underWay.getByText(/\d+ of \d+: node-redis, .*GET/).or(refusal)).toBeVisible();
    await expect(refusal).toHaveText([]);
    const rows = (name: string) => page.getByRole('table', { name, exact: true }).locator('tbody tr');
    // The fit takes what the machine gives it: the test's own limit is the only one.
    await expect(underWay).toBeHidden({ timeout: 0 });
    await expect(page.getByRole('alert')).toHaveText([]);
    await expect(machine).toContainText(/Calibrated on .+, Redis \d+\.\d+\.\d+/);

    // All of this came out of the model's worker: costs off their defaults, some of them decided, and rates of the model for
    // what was measured and for what was not.
    const costs = await rows('Costs').allInnerTexts();
    const cells = costs.map((row) => row.split('\t'));
    expect(cells.filter(([, , standard, here]) => here !== standard).length).toBeGreaterThan(2);
    expect(costs.filter((row) => /± \d+/.test(row)).length).toBeGreaterThan(0);
    const perSec = /[1-9][\d,]*/.source;
    const found = await rows('Measurements used for calibration').allInnerTexts();
    expect(found.length).toBeGreaterThan(5);
    for (const row of found) expect(row).toMatch(new RegExp(`\\t${perSec}\\t${perSec}\\t[+−]?[\\d.]+%$`));
    const foreseen = rows('Predicted before measurement');
    const before = await foreseen.allInnerTexts();
    expect(before.length).toBeGreaterThan(8);
    for (const row of before) expect(row).toMatch(new RegExp(`\\t${perSec}\\t\\t$`));
    expect(await violations(page)).toEqual([]);

    // What was foretold does not change while it is measured; what was measured stays when that is stopped.
    await machine.getByRole('button', { name: 'Measure the predictions' }).click();
    await expect(foreseen.first()).toContainText('%');
    await underWay.getByRole('button', { name: 'Stop' }).click();
    await expect(underWay).toBeHidden();
    const [first = ''] = await foreseen.allInnerTexts();
    expect(first.split('\t').slice(0, 2)).toEqual((before[0] ?? '').split('\t').slice(0, 2));
    expect(first).toMatch(new RegExp(`\\t${perSec}\\t${perSec}\\t[+−]?[\\d.]+%$`));
    await expect(page.getByText(/^Median deviation of [1-9]\d* predictions?:/)).toBeVisible();
  },
);

test('what has to wait for the end of a run keeps the focus and says so', DEEP, async ({ page }) => {
  await page.goto('#/live');
  await page.getByRole('button', { name: /^ioredis/ }).click();
  const other = page.getByRole('button', { name: /^node-redis: 50 callers, 1 connection/ });
  await expect(other).toHaveAttribute('aria-disabled', 'true');
  await other.focus();
  await expect(other).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('A real run is in progress. Wait until it ends, or stop it.').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Skip to the end' }).click();
  await expect(other).toHaveAttribute('aria-disabled', 'false');
});
