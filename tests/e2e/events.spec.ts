/** Tests events of a run: their marks on the time axes, their remarks in "Why?", and their list of settings. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { chooseLanguage, DEEP, expect, openLab, setting, test } from './page.ts';

const STORM = 'a=retry-storm&b=retry-storm-untouched&paused=1';
const spaced = (text: string) => new RegExp(text.replaceAll(' ', '\\s'));

/** Opens a list among all settings of a Lab without events, by keyboard. */
async function openList(page: Page, name: string): Promise<Locator> {
  await openLab(page, 'a=node-redis-50k&b=node-redis-50k&only=a&paused=1');
  await page.getByText('All settings').focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('group', { name });
  await list.locator('summary').focus();
  await page.keyboard.press('Enter');
  return list;
}

test('an event has its name on every axis of time, and “Why?” says what it did; the list of events is edited by keyboard', async ({
  page,
}) => {
  await openLab(page, `${STORM}&t=350ms`);
  const sentence = spaced('A, 300 ms: Server stalls for 100 ms.');
  await expect(page.getByTitle(sentence)).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAccessibleDescription(sentence);
  const chart = page.getByRole('figure', { name: 'Throughput over time' });
  await expect(chart).toContainText(spaced('▾A Server stalls for 100 ms'));
  await expect(chart).toContainText(sentence);
  await page.getByRole('tab', { name: 'Why?' }).click();
  const remarks = page.getByRole('region', { name: /^A: / }).last();
  await expect(remarks).toContainText(spaced('From 300 ms: Server stalls for 100 ms.'));
  await expect(remarks).toContainText('The event is over, but its effect continues.');
  expect(await violations(page)).toEqual([]);

  const list = await openList(page, 'Events of A');
  await expect(list).toContainText('This run has no events.');
  await list.getByRole('combobox', { name: 'Add an event…' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'a', 'events')).toMatchObject([{ kind: 'serverStall', atMs: 200 }]);
  const duration = list.getByRole('textbox', { name: /^Duration of Server stalls/ });
  await duration.fill('30');
  await expect.poll(() => setting(page, 'a', 'events')).toMatchObject([{ durationMs: 30 }]);
  await list.getByRole('button', { name: 'Remove Server stalls' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'a', 'events')).toBeUndefined();
});

test('the list of other clients is edited by keyboard', DEEP, async ({ page }) => {
  const list = await openList(page, 'Other clients of A');
  await list.getByRole('combobox', { name: 'Add the client of a preset…' }).focus();
  await page.keyboard.press('Enter');
  // Keys before the list has the focus go to the closed control.
  await expect(page.locator('[role="listbox"]:focus-within')).toBeVisible();
  await page.keyboard.type('ioredis, d');
  await expect(page.getByRole('option', { name: 'ioredis, default', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => setting(page, 'a', 'neighbours'))
    .toMatchObject([{ name: 'ioredis, default', client: { instances: 1 } }]);
  await list.getByRole('textbox', { name: /^Instances of ioredis/ }).fill('3');
  await expect.poll(() => setting(page, 'a', 'neighbours')).toMatchObject([{ client: { instances: 3 } }]);
  await list.getByRole('button', { name: 'Remove ioredis, default' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => setting(page, 'a', 'neighbours')).toBeUndefined();
});

test('an experiment varies a setting of an event', DEEP, async ({ page }) => {
  await page.goto('#/experiments');
  await page.getByRole('button', { name: 'Does a system recover when the load falls?' }).click();
  await page.getByRole('button', { name: 'Setting: Arrival rate' }).first().click();
  await page.getByRole('combobox', { name: 'Setting' }).fill('events.0.durationMs');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Setting: Duration, event 1' })).toBeVisible();
});

test('on a phone and in Chinese, events and other clients fit and are named', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseLanguage(page, 'zh-CN');
  await openLab(page, STORM);
  await page.getByRole('tab', { name: '参数' }).click();
  await page.getByText('全部设置').click();
  const list = page.getByRole('group', { name: 'A 的事件' });
  await list.locator('summary').click();
  await expect(list).toContainText('服务端停顿');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});
