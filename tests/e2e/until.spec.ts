/** Running until something happens: by keyboard alone, and what the page says is what the stage shows. */
import { DEEP, expect, openLab, openLabToPoint, SHORT_RUN, select, test, timeNs } from './page.ts';

test('the keyboard opens it, finds a wait for a connection, and goes on from there', async ({ page }) => {
  await openLab(page, `${SHORT_RUN}&paused=1&t=2ms`);
  await page.keyboard.press('u');
  const sheet = page.getByRole('dialog', { name: 'Run until…' });
  await expect(sheet.getByRole('button', { name: /^the next event/ })).toBeFocused();
  const start = await timeNs(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBeGreaterThan(start);
  const next = await timeNs(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('status')).toContainText(/^A at .*starts to wait for a connection/);
  await expect.poll(() => timeNs(page)).toBeGreaterThan(next);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Run until…' })).toBeFocused();
});

test('says when it never happens, and that it was only looked for from here', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'paused=1&t=2ms&run.measuredMs=20&run.warmupMs=1');
  await page.getByRole('button', { name: 'Run until…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Milliseconds' }).fill('1000');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('status')).toContainText('No request exceeds 1 s between 2 ms and the end');
  await sheet.getByRole('button', { name: 'Search from the start' }).click();
  await expect(sheet.getByRole('status')).toContainText('no request takes longer than 1 s');
});

test(
  'runs until p99 is above a time, and the sheet shows all conditions, above the transport',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'paused=1&run.measuredMs=100&run.warmupMs=1');
    await page.keyboard.press('u');
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('textbox', { name: 'p99 in ms' }).fill('1.2');
    await page.keyboard.press('Enter');
    await expect(sheet.getByRole('status')).toContainText(/^[AB] at .*over 1% of the last 1,000 requests/);
    const list = sheet.getByRole('list');
    expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    const bar = await page.getByRole('region', { name: 'Playback' }).boundingBox();
    const box = await sheet.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 8);
  },
);

test('runs until the next event of a kind, one after the other, by keyboard', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'paused=1&t=2ms&only=a');
  await page.keyboard.press('u');
  const sheet = page.getByRole('dialog');
  await select(sheet.getByRole('combobox', { name: 'Kind of event' }), 'connection returned');
  await sheet.getByRole('combobox', { name: 'Kind of event' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const told = sheet.getByRole('status');
  await expect(told).toContainText(/^A at .*: connection returned \(request #\d+\)/);
  const first = await timeNs(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => timeNs(page)).toBeGreaterThan(first);
  await select(sheet.getByRole('combobox', { name: 'Kind of event' }), 'connection opened');
  await sheet.getByRole('button', { name: 'Run until the next event of this kind' }).click();
  await expect(told).toContainText(/^There is no “connection opened” between .* and the end of the run/);
});

test('runs until Redis’ main thread has been busy for too long', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'paused=1&run.measuredMs=20&run.warmupMs=1');
  await page.keyboard.press('u');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Busy time without a pause in ms' }).fill('0.03');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('status')).toContainText(
    /^[AB] at .*Redis’ main thread has been busy for 30\sµs without a pause/,
  );
});
