/** A hidden fault by keyboard alone: a wrong diagnosis, a hint, the right one; and what axe says of each state. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { deepUnless, expect, test } from './page.ts';

async function speak(page: Page, lang: 'en' | 'zh-CN'): Promise<void> {
  if (lang === 'en') return;
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

/** Texts by language. */
const TEXTS = {
  en: {
    wrong: 'The connection pool is too small',
    right: 'Each request tests its connection first',
    evidence: 'Redis executes about one PING per command',
    knob: 'Connection tests',
    off: 'off',
    submit: 'Check my diagnosis',
    hint: /^Show hint 1/,
    against: 'What speaks against it:',
    solved: 'Solved.',
    list: 'All incidents',
    done: 'Solved, 85 of 100 points',
    tabs: 'From the machines',
  },
  'zh-CN': {
    wrong: '连接池太小',
    right: '每个请求都先检测连接',
    evidence: 'Redis 执行的 PING 与命令差不多一样多',
    knob: '连接检测',
    off: '关闭',
    submit: '检查我的诊断',
    hint: /^显示提示 1/,
    against: '与它矛盾的证据：',
    solved: '已解决。',
    list: '全部故障',
    done: '已解决，85 分（满分 100）',
    tabs: '机器上的数据',
  },
} as const;

async function press(page: Page, control: Locator, key: string): Promise<void> {
  await control.focus();
  await page.keyboard.press(key);
}

for (const lang of ['en', 'zh-CN'] as const)
  test(`a hidden fault is solved by keyboard: ${lang}`, deepUnless(lang === 'en'), async ({ page }) => {
    test.setTimeout(120_000);
    const text = TEXTS[lang];
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('#/learn/incidents/profile?seed=7');
    await speak(page, lang);
    await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });

    // What the machines say is read tab by tab, and scrolled by keyboard.
    await press(page, page.getByRole('tablist', { name: text.tabs }).getByRole('tab').first(), 'ArrowRight');
    await expect(page.getByRole('region', { name: 'INFO' })).toContainText('cmdstat_ping:calls=');
    expect(await violations(page)).toEqual([]);

    // A wrong cause is refused, with the numbers against it; the feedback has the focus.
    await press(page, page.getByRole('radio', { name: text.wrong }), 'Space');
    await press(page, page.getByRole('button', { name: text.submit }), 'Enter');
    const feedback = page.locator('section[aria-labelledby=incident-feedback]');
    await expect(feedback).toContainText(text.against);
    await expect(feedback.getByRole('heading')).toBeFocused();
    await expect(feedback.getByRole('listitem').first()).toContainText(/\d/);

    await press(page, page.getByRole('button', { name: text.hint }), 'Enter');
    await press(page, page.getByRole('radio', { name: text.right }), 'Space');
    await press(page, page.getByRole('checkbox', { name: text.evidence }), 'Space');
    await press(page, page.getByRole('combobox', { name: text.knob }), 'Enter');
    await page.getByRole('option', { name: text.off, exact: true }).focus();
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: text.submit }), 'Enter');
    await expect(feedback).toContainText(text.solved, { timeout: 60_000 });
    expect(await violations(page)).toEqual([]);

    // The result is kept: a refusal costs ten points, the hint five.
    await press(page, page.getByRole('link', { name: text.list }), 'Enter');
    await expect(page.getByText(text.done)).toBeVisible();
    await page.reload();
    await expect(page.getByText(text.done)).toBeVisible();
  });

test('a hidden fault fits a phone, and another number is another variant', async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('#/learn/incidents/any?seed=12');
  await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });
  const metrics = page.getByRole('region', { name: 'Metrics' });
  const before = await metrics.textContent();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    location.hash = '#/learn/incidents/any?seed=13';
  });
  await expect(metrics).toBeVisible({ timeout: 60_000 });
  await expect(metrics).not.toHaveText(before ?? '');
});
