/** Whatever closes a dialog, and however it was opened, the focus is where it was before. */
import type { Page } from '@playwright/test';
import { deep } from '../support/tier.ts';
import { deepUnless, expect, openLab, test } from './page.ts';

/** By language: the buttons that open a dialog, the menu that does and what it calls that, what closes one, what is found in the palette. */
const WORDS = {
  en: {
    buttons: ['Share link', 'Open or save', 'Commands', 'Keyboard', 'Browse presets'],
    menu: 'Display',
    item: /^Link as a QR code/,
    close: 'Close',
    play: 'Play',
    share: 'Share link',
    present: 'Presenter view on or off',
  },
  'zh-CN': {
    buttons: ['分享链接', '打开或保存', '命令', '键盘', '查找预设'],
    menu: '显示',
    item: /^链接二维码/,
    close: '关闭',
    play: '播放',
    share: '分享链接',
    present: '打开或关闭演示视图',
  },
} as const;

async function openPalette(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(words);
  await expect(page.getByRole('option', { selected: true })).toContainText(words);
}

for (const [lang, words] of Object.entries(WORDS))
  test(
    `the focus goes back to what opened a dialog, by mouse, Enter and letters, in ${lang}`,
    deepUnless(lang === 'en'),
    async ({ page }) => {
      const dialog = page.getByRole('dialog');
      await openLab(page, `paused=1&t=1ms&lang=${lang}`);
      for (const [place, name] of words.buttons.entries()) {
        const opener = page.getByRole('button', { name, exact: true });
        // All ways for one dialog are tried without a browser (tests/unit/ui/opener.test.tsx).
        for (const isByMouse of deep ? [true, false] : [place % 2 === 0]) {
          if (isByMouse) await opener.click();
          else await opener.press('Enter');
          await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toBeVisible();
          const close = dialog.getByRole('button', { name: words.close, exact: true });
          // The palette has no button of its own to close it.
          if (isByMouse && (await close.count()) > 0) await close.click();
          else await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
          await expect(opener).toBeFocused();
        }
      }

      // The second time everything is loaded, and the dialog is there before the menu has gone.
      const menu = page.getByRole('button', { name: words.menu, exact: true });
      for (const _ of [1, 2]) {
        await menu.click();
        await page.getByRole('menuitem', { name: words.item }).click();
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(menu).toBeFocused();
      }

      const play = page.getByRole('button', { name: words.play, exact: true });
      await play.focus();
      for (const key of deep ? ['?', 'h', 'l', 'q', '/'] : ['?', 'h']) {
        await page.keyboard.press(key);
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(play).toBeFocused();
      }

      // From one dialog to another one and back.
      await page.keyboard.press('/');
      await openPalette(page, words.share);
      await page.keyboard.press('Enter');
      await expect(dialog.locator('svg[role=img]')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(play).toBeFocused();

      // What had it goes away with what is done: one goes on at what the page is about.
      await page.getByRole('button', { name: words.buttons[2], exact: true }).press('Enter');
      await openPalette(page, words.present);
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(page.locator('#main')).toBeFocused();
      await page.keyboard.press('p');
    },
  );
