import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { onEveryPage } from './every-page.ts';
import { DEEP, expect, openLab, test, throughputs } from './page.ts';

async function expectNoViolations(page: Page, options?: Parameters<typeof violations>[1]): Promise<void> {
  expect(await violations(page, options)).toEqual([]);
}

/** Unfolds the Lab as far as it goes: as it is first seen, the page is looked at on a phone, tab by tab. */
async function unfold(page: Page): Promise<void> {
  await throughputs(page);
  // What the selected part holds is counted.
  await expect(page.getByRole('complementary').filter({ hasText: 'p99' })).toBeVisible();
  for (const summary of await page.locator('summary').all()) await summary.click();
  for (let charts = 0; charts < 2; charts++) {
    await page
      .getByRole('button', { name: /^(Show as a table|以表格显示)$/ })
      .first()
      .click();
  }
  await page.getByRole('textbox').first().fill('-1');
  await expect(page.getByText('SCN-04').first()).toBeVisible();
}

const SELECTED = 'paused=1&t=2ms&sel=60ms,90ms';

test('no accessibility violation in the Lab, its menus and dialogs, unfolded in light, and on a phone in dark', async ({
  page,
}) => {
  await openLab(page, `${SELECTED}&run.measuredMs=120`);
  for (const name of [/^Language/, 'Display', 'Keyboard', 'Open or save', 'What is Pool size?'] as const) {
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    await expect(page.locator('[role=menu], [role=dialog]')).toBeVisible();
    await expectNoViolations(page, { within: '[role=menu], [role=dialog]' });
    await page.keyboard.press('Escape');
    await expect(page.locator('[role=menu], [role=dialog]')).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^System A:/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  // With the page behind it, which a menu hides from those who listen.
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  // The beginner layout: the names of two panels, none of them open.
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: /^Beginner layout/ }).click();
  await expect(page.getByRole('tab')).toHaveCount(2);
  await expect(page.getByRole('tabpanel')).toHaveCount(0);
  // What else is there is looked at below, with its colours.
  await expectNoViolations(page, { contrast: false });
  await page.getByRole('tab', { name: 'Why?' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Why?' })).toBeVisible();
  await expectNoViolations(page, { within: '#results' });
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page.getByRole('tab')).toHaveCount(6);
  await page.getByRole('tab', { name: 'Metrics' }).click();

  await unfold(page);
  await expectNoViolations(page);

  await test.step('in any tab on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('about:blank');
    await openLab(page, 'theme=dark&paused=1&t=2ms&run.measuredMs=20');
    for (const tab of [
      'Stage',
      'Settings',
      'Results',
      'Metrics',
      'One request',
      'Threads',
      'CPU time',
      'Charts',
    ]) {
      await page.getByRole('tab', { name: tab }).click();
      await expectNoViolations(page, { contrast: tab === 'Stage' || tab === 'Settings' });
    }
  });
});

/** Colours belong to the theme, whatever the language: each theme is looked at with the colours of one language. */
for (const [theme, lang, contrast] of [
  ['dark', 'zh-CN', true],
  ['light', 'zh-CN', false],
  ['dark', 'en', false],
] as const)
  test(`no accessibility violation in ${theme}, ${lang}`, DEEP, async ({ page }) => {
    await openLab(page, `theme=${theme}&lang=${lang}&${SELECTED}`);
    await unfold(page);
    await expectNoViolations(page, { contrast });
  });

test('every page opens, without an accessibility violation', DEEP, async ({ page }) => {
  test.setTimeout(240_000);
  await onEveryPage(page, async (path) => {
    // Colours come from the theme, which the Lab is looked at for.
    expect([path, ...(await violations(page, { contrast: false }))]).toEqual([path]);
  });
});

for (const [lang, width, height] of [
  ['zh-CN', 390, 844],
  ['en', 390, 844],
  ['zh-CN', 1440, 900],
] as const)
  test(
    `no accessibility violation in any menu in the dark, ${lang}, ${width} wide`,
    DEEP,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openLab(page, `paused=1&t=2ms&theme=dark&lang=${lang}`);
      await throughputs(page);
      const openers = page.locator(':is([aria-haspopup=menu], [aria-haspopup=dialog]):visible');
      const count = await openers.count();
      expect(count).toBeGreaterThan(2);
      const opened = page.locator('[role=menu], [role=dialog]');
      for (let place = 0; place < count; place++) {
        await openers.nth(place).press('Enter');
        await expect(opened.first()).toBeVisible();
        await expectNoViolations(page, { within: '[role=menu], [role=dialog]' });
        await page.keyboard.press('Escape');
        await expect(opened).toHaveCount(0);
      }
    },
  );

test(
  'no accessibility violation with a wrong link, without a page, and in presenter view',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'network.rttUs=-1&present=1');
    await expectNoViolations(page);
    await page.goto('about:blank');
    await page.goto('#/nowhere');
    await expect(page.getByRole('heading')).toBeVisible();
    await expectNoViolations(page);
  },
);

const EVERYTHING = 'pair,parts,panels,tools,all,luck,client,network,server,workload,run,seed,costs';

for (const [theme, lang] of [
  ['light', 'en'],
  ['dark', 'zh-CN'],
] as const) {
  test(
    `no accessibility violation where a link locks and hides, in ${theme}, ${lang}`,
    DEEP,
    async ({ page }) => {
      const look = `paused=1&t=2ms&theme=${theme}&lang=${lang}`;
      for (const rules of [`lock=${EVERYTHING}`, 'only=network,stage,figures,speed&lock=network']) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await openLab(page, `${look}&${rules}`);
        await throughputs(page);
        await expectNoViolations(page);
        await page.setViewportSize({ width: 390, height: 844 });
        const tabs = page.getByRole('tablist').first().getByRole('tab');
        await expect(tabs).toHaveCount(3);
        for (const tab of await tabs.all()) {
          await tab.click();
          await expectNoViolations(page, { contrast: false });
        }
      }
    },
  );
}

test(
  'the keyboard goes through a page whose controls are all locked, and changes nothing',
  DEEP,
  async ({ page }) => {
    await openLab(page, `paused=1&t=2ms&lock=${EVERYTHING}`);
    await throughputs(page);
    const link = page.url();
    // From the button that has the focus to the end, and from the beginning to where it was.
    let ends = 0;
    const seen = new Set<string>();
    for (let presses = 0; presses < 300; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
        const { width, height, top, left } = focused.getBoundingClientRect();
        const isSeen = width > 0 && height > 0 && top < innerHeight && top + height > 0 && left < innerWidth;
        // Explanations are there for locked knobs, too.
        const isHelp = /^What is/.test(focused.ariaLabel ?? '');
        const isLocked = !isHelp && focused.closest('[aria-disabled=true]') !== null;
        return { html: focused.outerHTML.slice(0, 120), isSeen, isLocked };
      });
      // The page's end: the browser has the focus.
      if (!at && ++ends === 2) break;
      if (!at) continue;
      expect(at.isSeen, at.html).toBe(true);
      if (at.isLocked) {
        seen.add(at.html);
        for (const key of ['Enter', 'ArrowRight', '5']) await page.keyboard.press(key);
      }
    }
    expect(ends).toBe(2);
    expect(seen.size).toBeGreaterThan(15);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(page.url()).toBe(link);
  },
);
