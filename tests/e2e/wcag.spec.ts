/** Criteria of WCAG 2.2 that a machine can measure and axe does not have, on every page. The accessibility statement names them. */

import type { Page } from '@playwright/test';
import { onEveryPage } from './every-page.ts';
import { chooseLanguage, DEEP, expect, openLab, openLabToPoint, test } from './page.ts';
import { broken } from './stress.ts';
import { focusedStop, focusTop, smallTargets, stateAt, unnamedLabels, widenText } from './wcag.ts';

/** Every page that breaks is told of. */
const settled = expect.configure({ soft: true });

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Stops of one page that are looked at; lists of many rows have more of the same. */
const STOPS = 150;

for (const [size, language] of [
  [DESK, 'en'],
  [PHONE, 'zh-CN'],
] as const)
  test(`each control shows its focus, uncovered: ${size.width} px, ${language}`, DEEP, async ({ page }) => {
    test.setTimeout(1_200_000);
    await page.setViewportSize(size);
    await chooseLanguage(page, language);
    await onEveryPage(page, async (path) => {
      const found = new Set<string>();
      await focusTop(page);
      let stops = 0;
      for (; stops < STOPS; stops++) {
        await page.keyboard.press('Tab');
        const stop = await focusedStop(page);
        if (!stop) break;
        for (const wrong of stop.wrong) found.add(`${wrong}: ${stop.name}`);
      }
      settled(stops, path).toBeGreaterThan(2);
      settled([path, ...found]).toEqual([path]);
    });
  });

for (const [title, size, language] of [
  ['on a small screen', { width: 320, height: 640 }, 'en'],
  ['at a zoom of 200 %', { width: 640, height: 512 }, 'zh-CN'],
  ['at a zoom of 400 %', { width: 320, height: 256 }, 'zh-CN'],
] as const)
  test(`nothing is cut off or beside the page ${title}`, DEEP, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(size);
    await chooseLanguage(page, language);
    await onEveryPage(page, async (path) => {
      await settled.poll(async () => [path, ...(await broken(page))]).toEqual([path]);
    });
  });

for (const [size, language] of [
  [DESK, 'zh-CN'],
  [PHONE, 'en'],
] as const)
  test(`wider text spacing cuts nothing off: ${size.width} px, ${language}`, DEEP, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(size);
    await chooseLanguage(page, language);
    await onEveryPage(page, async (path) => {
      await widenText(page);
      await settled.poll(async () => [path, ...(await broken(page))]).toEqual([path]);
    });
  });

for (const [size, language] of [
  [DESK, 'en'],
  [PHONE, 'zh-CN'],
] as const)
  test(
    `each target has room, and its name has its label: ${size.width} px, ${language}`,
    DEEP,
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(size);
      await chooseLanguage(page, language);
      await onEveryPage(page, async (path) => {
        await settled.poll(async () => [path, ...(await smallTargets(page))]).toEqual([path]);
        settled([path, ...(await unnamedLabels(page))]).toEqual([path]);
      });
    },
  );

/** One control of each kind in sight, as points to press; each is marked with its place. */
const pressable = (page: Page) =>
  page.evaluate(() => {
    const kinds = new Map<string, { x: number; y: number; name: string; opens: boolean; control: Element }>();
    for (const control of document.querySelectorAll<HTMLElement>(
      'button, a[href], summary, [role=tab], [role=radio], [role=checkbox]',
    )) {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (!control.contains(document.elementFromPoint(x, y))) continue;
      const kind = [control.tagName, control.role, control.className, control.ariaHasPopup].join();
      const name = `${control.tagName} ${control.ariaLabel ?? control.textContent?.trim().slice(0, 40)}`;
      const opens = control.ariaHasPopup !== null || control.role === 'combobox';
      kinds.set(kind, { x, y, name, opens, control });
    }
    return [...kinds.values()].map(({ control, ...rest }, place) => {
      control.setAttribute('data-tried', String(place));
      return rest;
    });
  });

/** Time for which a note that is pointed at is watched, ms: longer than any delay of it. */
const WATCHED_MS = 2500;

/** Where the first word of a page is that explains itself: a button in lessons, an underlined word elsewhere. */
const explainedWord = (page: Page) =>
  page.evaluate(() => {
    const underlined = [...(CSS.highlights?.get('term') ?? [])].filter((range) => range instanceof Range);
    const places = [...document.querySelectorAll('main button[data-pointer-area]'), ...underlined];
    const boxes = places.map((place) => place.getBoundingClientRect());
    const box = boxes.find(({ width, top, bottom }) => width > 0 && top > 100 && bottom < innerHeight - 100);
    return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });

/** A lesson explains no word before the reader has predicted and looked. */
async function predictAndLook(page: Page): Promise<void> {
  const step = (name: string) => page.locator(`section[data-step=${name}]`);
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();
  await next();
  await step('predict').getByRole('textbox').fill('1000');
  await page.getByRole('button', { name: 'Lock my prediction' }).click();
  await next();
  await step('see').getByRole('radio').last().check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
}

for (const [path, language] of [
  ['#/system', 'en'],
  ['#/system', 'zh-CN'],
  ['#/lab?panel=figures&paused=1', 'en'],
  ['#/learn/sharing', 'en'],
] as const)
  test(
    `what a hover explains stays, can be pointed at, and goes with Escape: ${path}, ${language}`,
    DEEP,
    async ({ page }) => {
      await chooseLanguage(page, language);
      await page.goto(path);
      if (path.startsWith('#/learn/')) await predictAndLook(page);
      await expect.poll(() => explainedWord(page), { timeout: 60_000 }).toBeDefined();
      // What arrives later moves the words, or puts another first: the mouse would point at an empty place.
      await expect(async () => {
        const before = await explainedWord(page);
        await page.waitForTimeout(WATCHED_MS);
        expect(await explainedWord(page)).toEqual(before);
      }).toPass({ timeout: 60_000 });
      const note = page.locator('[role=dialog][data-pointer-area]');
      const focused = () => page.evaluate(() => document.activeElement?.tagName);
      const point = async () => {
        const word = await explainedWord(page);
        if (!word) throw new Error('no word explains itself');
        await page.mouse.move(2, 2);
        await page.mouse.move(word.x, word.y, { steps: 4 });
        // The mouse rests on the place that has come over the word.
        await page.mouse.move(word.x + 1, word.y);
        await expect(note).toBeVisible();
      };
      const before = await focused();
      await point();
      await page.waitForTimeout(WATCHED_MS);
      await expect(note).toBeVisible();
      // The way to the note leads over the gap between both.
      const box = await note.boundingBox();
      if (!box) throw new Error('the note is not drawn');
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
      await page.waitForTimeout(WATCHED_MS);
      await expect(note).toBeVisible();
      // Escape closes it, and the pointer does not move.
      await page.keyboard.press('Escape');
      await expect(note).toHaveCount(0);
      expect(await focused()).toBe(before);
      await point();
      await page.mouse.move(2, 2, { steps: 4 });
      await expect(note).toHaveCount(0);
    },
  );

test(
  'the tooltip of the stage stays while the pointer rests, and goes with Escape',
  DEEP,
  async ({ page }) => {
    await openLabToPoint(page, 'paused=1&t=300ms');
    const canvas = page.locator('#stage article[data-side=a] canvas').last();
    const box = await canvas.boundingBox();
    if (!box) throw new Error('the stage is not drawn');
    const tip = page.locator('#stage [class*=tooltip]:not([hidden])').first();
    for (let share = 0.1; share < 0.9 && !(await tip.isVisible()); share += 0.05) {
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 3);
      await page.waitForTimeout(100);
    }
    await expect(tip).toBeVisible();
    await page.waitForTimeout(WATCHED_MS);
    await expect(tip).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
  },
);

test('a press that is taken back does nothing', DEEP, async ({ page }) => {
  test.setTimeout(1_200_000);
  let tried = 0;
  await onEveryPage(page, async (path) => {
    const found: string[] = [];
    for (const [place, { x, y, name, opens }] of (await pressable(page)).entries()) {
      const before = await stateAt(page, place);
      await page.mouse.move(x, y);
      await page.mouse.down();
      // A menu may open at once, because closing it takes that back.
      if (!opens && (await stateAt(page, place)) !== before) found.push(`down: ${name}`);
      await page.mouse.move(2, 2, { steps: 3 });
      await page.mouse.up();
      if (opens) await page.keyboard.press('Escape');
      const after = expect.poll(async () => stateAt(page, place), { timeout: 2000 });
      await after.toBe(before).catch(() => found.push(`up elsewhere: ${name}`));
      tried++;
    }
    settled([path, ...found]).toEqual([path]);
  });
  expect(tried).toBeGreaterThan(100);
});

test('no page sounds by itself, and the sound ends with its switch', DEEP, async ({ page }) => {
  test.setTimeout(240_000);
  await page.addInitScript(() => {
    const sounding: AudioContext[] = [];
    const Context = globalThis.AudioContext;
    globalThis.AudioContext = class extends Context {
      constructor(...options: ConstructorParameters<typeof Context>) {
        super(...options);
        sounding.push(this);
      }
    };
    HTMLMediaElement.prototype.play = () => {
      throw new Error('a page plays a recording by itself');
    };
    Object.assign(globalThis, { sounding });
  });
  const running = () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { sounding: AudioContext[] }).sounding.filter(
          ({ state }) => state === 'running',
        ).length,
    );
  await onEveryPage(page, async (path) => {
    settled([path, await running()]).toEqual([path, 0]);
  });
  await openLab(page, 'lang=en');
  const turn = async () => {
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('menuitemcheckbox', { name: /^Sound/ }).click();
    await page.keyboard.press('Escape');
  };
  await turn();
  await expect.poll(running).toBe(1);
  await turn();
  await expect.poll(running).toBe(0);
});

/** Columns and rows in which the brightness of a page is measured. */
const TILES = { columns: 48, rows: 30 };
/** Changes of relative luminance that belong to a flash, and the brightness below which the darker one is. */
const FLASH = { change: 0.1, darker: 0.8 };
/** A flash is a change and its opposite; more than three within a second are a danger. */
const CHANGES_PER_S = 6;
/** Share of the picture that may flash: a quarter of ten degrees of sight, 341 × 256 of 1024 × 768 px. */
const AREA = 0.25 * ((341 * 256) / (1024 * 768));

test.describe('in motion', () => {
  test.use({ isMotionWatched: true });

  for (const theme of ['light', 'dark'] as const)
    test(`the stage does not flash at any speed, in ${theme}`, DEEP, async ({ page }) => {
      test.setTimeout(240_000);
      await openLab(page, `theme=${theme}&lang=en&paused=1`);
      const speeds = page.locator('section:has([data-play]) button[aria-pressed]');
      const count = await speeds.count();
      expect(count).toBeGreaterThan(4);
      for (let place = 0; place < count; place++) {
        await speeds.nth(place).click();
        await page.evaluate(() => globalThis.lab.player?.play());
        const share = await page.evaluate(
          async ([{ columns, rows }, flash, most]) => {
            const contexts = [16, 8, 4, 2, 1].map((times) => {
              const context = new OffscreenCanvas(columns * times, rows * times).getContext('2d', {
                willReadFrequently: true,
              });
              if (!context) throw new Error('no canvas');
              return context;
            });
            /** The mean brightness of each tile: each step halves the picture, so that no dot is left out. */
            const meansOf = (canvas: HTMLCanvasElement): Uint8ClampedArray => {
              let source: CanvasImageSource = canvas;
              for (const context of contexts) {
                const { width, height } = context.canvas;
                context.fillStyle = paper;
                context.fillRect(0, 0, width, height);
                context.drawImage(source, 0, 0, width, height);
                source = context.canvas;
              }
              return contexts.at(-1)?.getImageData(0, 0, columns, rows).data ?? new Uint8ClampedArray();
            };
            const canvases = [...document.querySelectorAll<HTMLCanvasElement>('#stage canvas')];
            const paper = getComputedStyle(document.body).backgroundColor;
            const linear = (byte: number) => {
              const c = byte / 255;
              return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            };
            interface Tile {
              /** Brightness at the last turn, direction of the last change, and the instants of changes. */
              level: number;
              sign: number;
              at: number[];
            }
            const tiles = new Map<string, Tile>();
            const begun = performance.now();
            for (let now = begun; now < begun + 3000; now = performance.now()) {
              await new Promise(requestAnimationFrame);
              for (const [index, canvas] of canvases.entries()) {
                const data = meansOf(canvas);
                for (let place = 0; place < columns * rows; place++) {
                  const [r = 0, g = 0, b = 0] = data.subarray(4 * place, 4 * place + 3);
                  const level = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
                  const key = `${index} ${place}`;
                  const tile = tiles.get(key) ?? { level, sign: 0, at: [] };
                  tiles.set(key, tile);
                  const change = level - tile.level;
                  if (Math.sign(change) === tile.sign) tile.level = level;
                  else if (Math.abs(change) >= flash.change && Math.min(level, tile.level) < flash.darker) {
                    tile.at.push(now);
                    tile.sign = Math.sign(change);
                    tile.level = level;
                  }
                }
              }
            }
            const isFlashing = ({ at }: Tile) =>
              at.some((from) => at.filter((time) => time >= from && time < from + 1000).length > most);
            const all = [...tiles.values()];
            return all.filter(isFlashing).length / all.length;
          },
          [TILES, FLASH, CHANGES_PER_S] as const,
        );
        settled(share, `speed ${place}`).toBeLessThan(AREA);
      }
    });
});

test('no field asks for what a browser knows of its reader, but for a name', DEEP, async ({ page }) => {
  test.setTimeout(240_000);
  const asked = /\b(your name|e-?mail|phone|street|postal|birth)|姓名|邮箱|邮件|电话|地址簿|生日/i;
  let seen = 0;
  await onEveryPage(page, async (path) => {
    const fields = await page.getByRole('textbox').evaluateAll((boxes) =>
      boxes.map((box) => ({
        label: box.ariaLabel ?? (box as HTMLInputElement).labels?.[0]?.textContent ?? '',
        autocomplete: box.getAttribute('autocomplete'),
      })),
    );
    for (const { label, autocomplete } of fields.filter((field) => asked.test(field.label)))
      settled([path, label, autocomplete]).toEqual([path, label, 'name']);
    seen += fields.length;
  });
  expect(seen).toBeGreaterThan(10);
});

test('the pages of the header keep their order, and help its place', DEEP, async ({ page }) => {
  test.setTimeout(240_000);
  const orders = new Map<string, string[]>();
  await onEveryPage(page, async (path) => {
    const order = await page.evaluate(() =>
      [...document.querySelectorAll('header:has([aria-label="Pages"]) :is(a[href], button)')].map(
        (control) =>
          control.getAttribute('href') ?? (control as HTMLElement).ariaLabel ?? control.textContent ?? '',
      ),
    );
    // The projected page and its notes have the whole window.
    if (order.length > 0) orders.set(path, order);
  });
  const common = orders.get('/nowhere') ?? [];
  expect(common.length).toBeGreaterThan(5);
  expect(orders.size).toBeGreaterThan(20);
  // Pages may add controls of their own; those in common are in the same order.
  for (const [path, order] of orders)
    settled([path, ...order.filter((name) => common.includes(name))]).toEqual([path, ...common]);
});
