/**
 * Snapshots of the Lab for screen readers, in both languages: the accessibility tree of its parts as text, with `0` for every
 * number, so that it changes with what is said and not with what was counted. `--update-snapshots` renews the files.
 */
import type { Locator } from '@playwright/test';
import { DEEP, deepUnless, expect, openLab, test, throughputs } from './page.ts';

const numberless = (text: string): string =>
  text
    .replace(/(fingerprint|指纹) [\da-f]+/g, '$1 0')
    .replace(/(?<!level=)\d+([.,]\d+)*/g, '0')
    .replace(/×0|÷0/g, '×0');

async function tells(part: Locator): Promise<string> {
  await expect(part).toBeVisible();
  return `${numberless(await part.ariaSnapshot())}\n`;
}

const names = {
  en: {
    share: 'Share link',
    forClass: 'For a class or an article',
    headline: 'Key metrics',
    results: 'Results',
    why: 'Why?',
    charts: 'Charts',
    request: 'One request',
    threads: 'Threads',
    twin: 'Dotted lines connect',
    words: 'The stage in words',
  },
  'zh-CN': {
    share: '分享链接',
    forClass: '用于课堂或文章',
    headline: '关键指标',
    results: '结果',
    why: '为什么？',
    charts: '图表',
    request: '一个请求',
    threads: '线程',
    twin: '虚线连接',
    words: '文字版画面',
  },
} as const;

for (const lang of ['en', 'zh-CN'] as const) {
  test(
    `knobs, figures, panels, the stage and sharing have names and values for screen readers (${lang})`,
    deepUnless(lang === 'en'),
    async ({ page }) => {
      const { share, forClass, headline, results, why, charts, request, threads, twin, words } = names[lang];
      await openLab(page, `lang=${lang}&paused=1&t=2ms&slo=5ms&follow=a:5`);
      await throughputs(page);
      expect(await tells(page.getByRole('complementary'))).toMatchSnapshot(`lab-knobs.${lang}.yml`);
      expect(await tells(page.getByRole('region', { name: headline }))).toMatchSnapshot(
        `lab-headline.${lang}.yml`,
      );
      const panel = page.getByRole('region', { name: results, exact: true }).getByRole('tabpanel');
      // By keyboard: a chart that appears below the mouse shows a reading at its place.
      const openTab = (name: string) => page.getByRole('tab', { name }).press('Enter');
      expect(await tells(panel.getByRole('figure').first())).toMatchSnapshot(`lab-figure.${lang}.yml`);
      await openTab(why);
      // The evidence of both sides, the comparison, and the bounds of both.
      await expect(panel.getByRole('table')).toHaveCount(5);
      expect(await tells(panel)).toMatchSnapshot(`lab-why.${lang}.yml`);
      await openTab(charts);
      expect(await tells(panel.getByRole('figure').first())).toMatchSnapshot(`lab-percentiles.${lang}.yml`);
      await openTab(request);
      // The last part of the panel: with it, all are there.
      await expect(panel.getByRole('figure')).toHaveCount(2);
      expect(await tells(panel)).toMatchSnapshot(`lab-request.${lang}.yml`);
      await openTab(threads);
      await expect(panel.getByRole('figure').first()).toContainText('%');
      await expect(panel.getByRole('figure').first()).toContainText(twin);
      expect(await tells(panel.getByRole('figure').first())).toMatchSnapshot(`lab-threads.${lang}.yml`);
      await panel.getByText(words).click();
      await expect(panel.getByRole('table').first()).toBeVisible();
      const mirror = panel.locator('details');
      expect(await tells(mirror)).toMatchSnapshot(`lab-stage.${lang}.yml`);
      await page.getByRole('button', { name: share }).click();
      await page.getByRole('button', { name: forClass }).click();
      expect(await tells(page.getByRole('dialog'))).toMatchSnapshot(`share.${lang}.yml`);
    },
  );
}

for (const lang of ['en', 'zh-CN'] as const) {
  test(
    `the contents of the model’s card and the way of a request are told in ${lang}`,
    DEEP,
    async ({ page }) => {
      await page.goto(`#/model?lang=${lang}`);
      const contents = page.getByRole('navigation', { name: /^(On this page|本页内容)$/ });
      expect(await tells(contents)).toMatchSnapshot(`model-contents.${lang}.yml`);
      const way = page.getByRole('table', { name: /^(Path of a request|一个请求的路径)$/ });
      expect(await tells(way)).toMatchSnapshot(`model-way.${lang}.yml`);
    },
  );
}

const learning = {
  en: { next: 'Next', tabs: 'Data from the machines', submit: 'Check my diagnosis' },
  'zh-CN': { next: '下一步', tabs: '机器上的数据', submit: '检查我的诊断' },
} as const;

for (const lang of ['en', 'zh-CN'] as const)
  test(
    `a lesson and a hidden fault have names and values for screen readers (${lang})`,
    DEEP,
    async ({ page }) => {
      const { next, tabs, submit } = learning[lang];
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`#/learn/rtt?lang=${lang}`);
      const step = (name: string) => page.locator(`section[data-step="${name}"]`);
      expect(await tells(step('hook'))).toMatchSnapshot(`lesson-hook.${lang}.yml`);
      await page.getByRole('button', { name: next, exact: true }).press('Enter');
      expect(await tells(step('predict'))).toMatchSnapshot(`lesson-predict.${lang}.yml`);

      await page.goto(`#/learn/incidents/profile?seed=7&lang=${lang}`);
      const exhibits = page.getByRole('region', { name: tabs });
      await expect(exhibits).toBeVisible({ timeout: 60_000 });
      await exhibits.getByRole('tab').last().press('Enter');
      expect(await tells(exhibits)).toMatchSnapshot(`fault-traces.${lang}.yml`);
      await page.getByRole('radio').first().press('Space');
      await page.getByRole('button', { name: submit }).press('Enter');
      expect(await tells(page.locator('section[aria-labelledby=incident-feedback]'))).toMatchSnapshot(
        `fault-feedback.${lang}.yml`,
      );
    },
  );
