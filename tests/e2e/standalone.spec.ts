/** The page as one file: saved from the Lab, opened from a disk by a browser without a network. */
import { expect, openLab, test, throughputs } from './page.ts';

test('what is on the stage goes into one file that runs without a network', async ({
  page,
  browser,
}, info) => {
  await openLab(page, 'a.client.connections.maxTotal=5&run.measuredMs=20&lang=zh-CN');
  await throughputs(page);
  const fingerprint = () => globalThis.lab.summary('a')?.fingerprint;
  const wanted = await page.evaluate(fingerprint);
  await page.getByRole('button', { name: '打开或保存' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '保存为离线网页' }).click(),
  ]);
  const path = info.outputPath('roundtrip.html');
  await download.saveAs(path);

  const context = await browser.newContext({ offline: true, locale: 'en-US' });
  const alone = await context.newPage();
  const complaints: string[] = [];
  alone.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  alone.on('pageerror', ({ message }) => complaints.push(message));
  alone.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(request.url());
  });
  await alone.goto(`file://${path}`);
  await expect.poll(() => alone.evaluate(fingerprint)).toBe(wanted);
  await expect(alone.locator('html')).toHaveAttribute('lang', 'zh-CN');
  expect(await alone.evaluate(() => location.hash)).toContain('a.client.connections.maxTotal=5');
  // Another page of it, whose parts would be loaded in the other one.
  await alone.evaluate(() => {
    location.hash = '#/learn/rtt';
  });
  await expect(alone.locator('section[data-step="hook"]')).toBeVisible();
  // Its policy lets nothing out.
  const refused = await alone.evaluate(() =>
    fetch('https://example.org/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(refused).toBe('refused');
  expect(complaints.filter((text) => !text.includes('example.org'))).toEqual([]);
  await context.close();
});
