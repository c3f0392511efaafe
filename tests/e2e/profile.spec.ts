import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { DEEP, expect, openLabToPoint, SHORT_RUN, test, timeNs } from './page.ts';

const range = (page: Page) => page.getByText(/^[\d.]+\s[µmn]?s, from [\d.]+\s[µmn]?s\./);

test('the timeline shows the threads of a side, zooms and pans by keys, and goes where one presses', async ({
  page,
}) => {
  await openLabToPoint(page, `${SHORT_RUN}&panel=timeline&paused=1&t=12ms`);
  const figure = page.getByRole('figure', { name: 'Thread timeline' });
  await expect(figure).toContainText('callers – waiting for a connection');
  const first = (await range(page).textContent()) ?? '';
  await page.getByRole('tab', { name: 'Threads' }).focus();
  await page.keyboard.press('w');
  await expect(range(page)).not.toHaveText(first);
  await page.keyboard.press('s');
  await page.keyboard.press('d');
  await page.keyboard.press('0');
  await expect(range(page)).toHaveText(first);

  const canvas = figure.getByRole('slider', { name: /^Thread lanes/ });
  const box = await canvas.boundingBox();
  if (!box) throw new Error('no canvas');
  await canvas.click({ position: { x: box.width * 0.75, y: 12 } });
  await expect.poll(() => timeNs(page)).not.toBe(12_000_000);

  await figure.getByRole('button', { name: 'Show as a table' }).click();
  await expect(figure.getByRole('rowheader', { name: '192 more callers' })).toBeVisible();

  // A file says whose threads it shows, and its link leads to what it shows, also where the run goes on meanwhile.
  await figure.getByRole('button', { name: 'Show as a chart' }).click();
  await figure.getByRole('button', { name: /B$/ }).click();
  await expect(figure.locator('figcaption')).toContainText(/^B from .* to .*: callers – /);
  await page.evaluate(() => globalThis.lab.player?.play());
  const save = async () => {
    await figure.getByRole('button', { name: 'Save “Thread timeline” as a file' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /SVG/ }).first().click(),
    ]);
    expect(file.suggestedFilename()).toBe('roundtrip-thread-states-b.svg');
    const drawing = readFileSync(await file.path(), 'utf8');
    const told = /<metadata>(.*)<\/metadata>/.exec(drawing)?.[1] ?? '';
    return { drawing, ...JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) };
  };
  const { drawing, sides, link } = await save();
  expect(drawing).toContain('Thread timeline: side B');
  expect(drawing).toContain('>waiting for a reply</text>');
  expect(sides.map(({ id }: { id: string }) => id)).toEqual(['b']);
  expect(link).toMatch(/[?&]t=[\d.]+[mu]s&lanes=b%3A[\d.]+[mu]s,[\d.]+[mu]s&.*paused=1/);
  expect(link).not.toContain('sel=');

  // Opened, it shows the same lanes of the same time, of which the page's own link tells until one looks elsewhere.
  await page.goto('#/glossary');
  await expect(figure).toHaveCount(0);
  await page.goto(new URL(link).hash);
  await expect(figure.getByRole('button', { name: /B$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(figure.locator('figcaption')).toContainText(/^B from .* to .*: callers – /);
  expect((await save()).link).toBe(link);
  const [lanes] = /lanes=[^&]+/.exec(link) ?? ['none'];
  expect(page.url()).toContain(lanes);
  await page.getByRole('tab', { name: 'Metrics' }).click();
  await expect(page.getByText('Covers only the selected interval')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Threads' }).click();
  await expect(figure.locator('figcaption')).toContainText(/^B from/);
  await page.keyboard.press('x');
  await expect(figure.locator('figcaption')).toContainText(/^A from/);
  await expect(figure.getByRole('button', { name: /A$/ })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.url()).toContain(lanes.replace('b%3A', 'a%3A'));
  await page.keyboard.press('d');
  await expect.poll(() => page.url()).not.toContain('lanes=');
});

test('core time per request is walked with the arrow keys and told in words', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=profile&paused=1&t=12ms');
  const figure = page.getByRole('figure', { name: 'CPU time per request' });
  await expect(figure).toContainText(/A: [\d.]+\sµs of CPU time per request/);
  await expect(figure).toContainText(/B: [\d.]+\sµs of CPU time per request/);
  const walk = figure.getByRole('slider');
  await walk.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(walk).toHaveAttribute('aria-valuetext', /^A, callers: .* of the side’s CPU time\.$/);
  await page.keyboard.press('ArrowRight');
  await expect(walk).toHaveAttribute('aria-valuetext', /^A, Redis main threads: /);
  await expect(page.getByRole('region', { name: 'Time by thread state' })).toBeVisible();
  // What other tools draw of it is here, too, and only that.
  const files = page.getByRole('region', { name: 'CPU time in other tools' }).getByRole('button');
  await expect(files).toHaveText(['CPU time for speedscope', 'CPU time as folded stacks']);
  const [file] = await Promise.all([page.waitForEvent('download'), files.last().click()]);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/;.* \d+/);
});

for (const [theme, lang] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const) {
  test(`no accessibility violation in timeline and profile in ${theme}, ${lang}`, DEEP, async ({ page }) => {
    await openLabToPoint(page, `panel=timeline&paused=1&t=12ms&theme=${theme}&lang=${lang}`);
    for (const tab of [/^(Threads|线程)$/, /^(CPU time|CPU 时间)$/]) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await expect(page.getByRole('figure').first()).toContainText(/\d%/);
      expect(await violations(page)).toEqual([]);
    }
  });
}
