import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, expect, openLab, test } from './page.ts';

test('a term is found by its name in either language, has an address, and is shown in the Lab', async ({
  page,
}) => {
  await page.goto('#/glossary');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('队头');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: /^Head-of-line blocking/ })).toBeVisible();
  await search.fill('xyzzy');
  await expect(page.getByRole('status')).toHaveText('No term contains this text.');
  await search.fill('');
  // As it opens, the page is looked at with all others (stress.spec.ts).
  if (deep) expect(await violations(page)).toEqual([]);

  await page.goto('#/glossary/hashTag');
  const term = page.locator('#term-hashTag');
  await expect(term).toBeFocused();
  await expect(term).toBeInViewport();
  await term.getByRole('link').click();
  await page.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
  expect(await page.evaluate(() => globalThis.lab.scenario('a')?.server?.nodes)).toBeGreaterThan(1);

  // A term that has a part of the stage opens the Lab with that part marked, on the side that has it.
  await page.goto('#/glossary/taskQueue');
  await page.locator('#term-taskQueue').getByRole('link').click();
  const guide = page.getByRole('region', { name: 'What is this?' });
  await expect(guide.getByRole('button', { name: 'Task queue of an event loop' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.evaluate(() => globalThis.lab.player?.pause());
  await guide.getByRole('button', { name: 'Close' }).click();
  await expect(guide).toBeHidden();

  // In the Lab a word explains itself to a mouse that rests on it, and the keyboard has all of them.
  const word = page.getByRole('heading', { name: /^Throughput over time/ });
  const note = page.getByRole('dialog', { name: 'Throughput (QPS)' });
  await expect(async () => {
    await page.mouse.move(700, 5);
    await word.hover({ position: { x: 12, y: 8 } });
    await expect(note).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.mouse.move(700, 5);
  await expect(note).toBeHidden();
  // Each underlined text has a paint layer of its own: otherwise any change of the page would paint all of it again.
  const layers = () =>
    page.evaluate(() => {
      const ranges = [...(CSS.highlights.get('term') ?? [])];
      const elements = ranges.map(({ startContainer }) => startContainer.parentElement);
      return [...new Set(elements.map((element) => element && getComputedStyle(element).isolation))];
    });
  await expect.poll(layers).toEqual(['isolate']);
  await page.keyboard.press('h');
  const words = page.getByRole('dialog', { name: 'Terms on this page' });
  await words.getByRole('button', { name: 'Mark on the stage: Event loop' }).click();
  await expect(words).toBeHidden();
  await expect(guide.getByRole('button', { name: 'Event loops' })).toHaveAttribute('aria-pressed', 'true');
  expect(await violations(page, { within: 'main', contrast: false })).toEqual([]);
});

test(
  'a note that was pressed for stays until it is closed, and one that is scrolled away leaves the others in order',
  DEEP,
  async ({ page }) => {
    await openLab(page);
    const word = page.getByRole('heading', { name: /^Throughput over time/ });
    const note = page.getByRole('dialog', { name: 'Throughput (QPS)' });
    const press = () => word.click({ position: { x: 12, y: 8 } });
    await expect(async () => {
      await press();
      await expect(note).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.mouse.move(700, 300);
    await page.mouse.move(700, 5);
    // Longer than a mouse may be away from a note that it opened itself.
    await page.waitForTimeout(700);
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();

    await press();
    await expect(note).toBeVisible();
    await word.evaluate((element) => {
      let part: Element | null = element;
      while (part && part.scrollHeight <= part.clientHeight + 60) part = part.parentElement;
      part?.scrollBy(0, 60);
    });
    await expect(note).toBeHidden();
    await expect(async () => {
      await page.mouse.move(700, 5);
      await word.hover({ position: { x: 12, y: 8 } });
      await expect(note).toBeVisible({ timeout: 2_000 });
    }).toPass();
  },
);
