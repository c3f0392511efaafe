/**
 * What the Lab tells those who do not see it, in both languages: the accessibility tree of its parts as text, with `0` for every
 * number, so that it changes with what is said and not with what was counted. `--update-snapshots` renews the files.
 */
import type { Locator } from '@playwright/test';
import { expect, openLab, test, throughputs } from './page.ts';

const numberless = (text: string): string =>
  text.replace(/(?<!level=)\d+([.,]\d+)*/g, '0').replace(/×0|÷0/g, '×0');

async function tells(part: Locator): Promise<string> {
  await expect(part).toBeVisible();
  return `${numberless(await part.ariaSnapshot())}\n`;
}

const names = {
  en: {
    share: 'Share link',
    headline: 'Headline figures',
    results: 'Results',
    why: 'Why?',
    charts: 'Charts',
  },
  'zh-CN': { share: '分享链接', headline: '关键数字', results: '结果', charts: '图表' },
} as const;

for (const lang of ['en', 'zh-CN'] as const) {
  test(`knobs, figures, charts and sharing are told in ${lang}`, async ({ page }) => {
    const { share, headline, results, charts } = names[lang];
    await openLab(page, `lang=${lang}&paused=1&t=2ms&slo=5ms`);
    await throughputs(page);
    expect(await tells(page.getByRole('complementary'))).toMatchSnapshot(`lab-knobs.${lang}.yml`);
    expect(await tells(page.getByRole('region', { name: headline }))).toMatchSnapshot(
      `lab-headline.${lang}.yml`,
    );
    const panel = page.getByRole('region', { name: results, exact: true }).getByRole('tabpanel');
    expect(await tells(panel.getByRole('figure').first())).toMatchSnapshot(`lab-figure.${lang}.yml`);
    await page.getByRole('tab', { name: charts }).click();
    expect(await tells(panel.getByRole('figure').first())).toMatchSnapshot(`lab-percentiles.${lang}.yml`);
    await page.getByRole('button', { name: share }).click();
    expect(await tells(page.getByRole('dialog'))).toMatchSnapshot(`share.${lang}.yml`);
  });
}
