/** Percentiles and the histogram, read and zoomed by keyboard and by mouse. */
import { violations } from './axe.ts';
import { DEEP, expect, openLabToPoint, test, throughputs } from './page.ts';

test('percentiles and the histogram are read, zoomed into and left again by keys', DEEP, async ({ page }) => {
  await openLabToPoint(page, 'panel=charts&paused=1');
  await throughputs(page);
  for (const title of ['Response time by percentile', 'Response-time histogram']) {
    const figure = page.getByRole('figure', { name: title });
    const axis = figure.getByRole('slider');
    const path = figure.getByRole('navigation', { name: `Visible range of the axis: ${title}` });
    await axis.focus();
    await page.keyboard.press('ArrowRight');
    const first = (await axis.getAttribute('aria-valuetext')) ?? '';
    await page.keyboard.press('ArrowRight');
    await expect(axis).not.toHaveAttribute('aria-valuetext', first);
    await expect(axis).toHaveAttribute('aria-valuetext', /: A .*; B /);
    for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('+');
    await expect(path.getByRole('button')).toHaveCount(2);
    await page.keyboard.press('+');
    await expect(path.getByRole('button')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await expect(path.getByRole('button')).toHaveCount(2);
    await path.getByRole('button', { name: 'Show all' }).click();
    await expect(path).toHaveCount(0);
  }
  // A drag does the same.
  const figure = page.getByRole('figure', { name: 'Response-time histogram' });
  const box = await figure.getByRole('slider').boundingBox();
  if (!box) throw new Error('not drawn');
  await page.mouse.move(box.x + box.width * 0.3, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect(figure.getByRole('navigation').getByRole('button')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
});
