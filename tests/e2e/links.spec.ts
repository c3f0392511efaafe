import { DEEP, expect, openLab, select, setting, test, throughputs } from './page.ts';
import { broken } from './stress.ts';

const wrong = [
  ['network.rttUs=-4', 'URL-02', /Round-trip time \(network\.rttUs\) = -4 is outside 0 to 10,000,000/],
  ['b.client.io.kind=blocking', 'SCN-08', /Blocking callers cannot share/],
] as const;

test('a link carries the whole pair, the moment and the speed; a wrong one says what is wrong and shows the rest', async ({
  page,
  context,
  baseURL,
}) => {
  await openLab(
    page,
    'a=jedis-pool-50&b=lettuce-multi-8&network.rttUs=400&a.client.cores=4&t=2ms&speed=100us&paused=1',
  );
  expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
  expect(await setting(page, 'a', 'client.cores')).toBe(4);
  expect(await setting(page, 'b', 'client.cores')).toBe(8);
  expect(await setting(page, 'b', 'network.rttUs')).toBe(400);
  const view = () => page.evaluate(() => globalThis.lab.player?.playhead);
  expect(await view()).toMatchObject({ timeNs: 2_000_000, playing: false, speed: 100_000 });

  const link = await page.evaluate(() => globalThis.lab.link);
  expect(link.startsWith(baseURL ?? '')).toBe(true);
  expect(link.length).toBeLessThan(2048);
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForFunction(() => globalThis.lab?.player?.tracks.every(({ frame }) => frame.known));
  expect(await other.evaluate(() => globalThis.lab.scenario('a'))).toEqual(
    await page.evaluate(() => globalThis.lab.scenario('a')),
  );
  expect(await other.evaluate(() => globalThis.lab.link)).toBe(link);
  await other.close();

  // Opened, or edited in place. Every kind of wrong link: tests/unit/lab/page/link-problems.test.tsx.
  const alert = page.getByRole('alert');
  for (const [index, [query, code, sentence]] of wrong.entries()) {
    if (index === 0) await openLab(page, query);
    else
      await page.evaluate((edited) => {
        location.hash = `#/lab?${edited}`;
      }, query);
    await expect(alert).toContainText(code);
    await expect(alert).toContainText(sentence);
    await expect(alert).toBeFocused();
    await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(8);
    await expect.poll(() => setting(page, 'a', 'network.rttUs')).toBe(1000);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(alert).toHaveCount(0);
  }
});

test(
  'a link of a newer version opens as far as it can be read, and stays in the address for that version',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'v=7&a=jedis-pool-50&lock=network.rttUs&new=1');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('URL-09');
    await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
    await expect(page.getByRole('textbox', { name: 'Round-trip time (µs)' })).toBeDisabled();
    expect(new URL(page.url()).hash).toBe('#/lab?v=7&a=jedis-pool-50&lock=network.rttUs&new=1');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.keyboard.press('m');
    await expect.poll(() => new URL(page.url()).hash).not.toContain('v=7');
  },
);

test('what a link says at length is quoted in part, and breaks no page', DEEP, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const long = 'x'.repeat(1500);
  await openLab(page, `a=${long}&${long}=1&t=${long}`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('xxx…”, which does not exist');
  expect((await alert.innerText()).length).toBeLessThan(1000);
  expect(await broken(page)).toEqual([]);
  expect(await alert.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the corrected link can be copied instead of the wrong one', DEEP, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page, 'a.client.connections.maxTotal=50000&network.rttUs=300');
  await page.getByRole('button', { name: 'Copy corrected link' }).click();
  await expect(page.getByText('Link copied.').last()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('network.rttUs=300');
  expect(link).not.toContain('50000');
});

test(
  'a newer version’s link is not said to be corrected: what is copied is what is shown',
  DEEP,
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openLab(page, 'v=7&network.rttUs=300');
    await expect(page.getByRole('alert')).toContainText('URL-09');
    await expect(page.getByRole('button', { name: 'Dismiss' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy link to this view' }).click();
    await expect(page.getByRole('button', { name: 'Copy corrected link' })).toHaveCount(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('v=2&');
  },
);

test('the back button and an edited address are followed', async ({ page }) => {
  await openLab(page, 'paused=1');
  await page.evaluate(() => {
    location.hash = '#/lab?a=jedis-pool-50&b=lettuce-shared&paused=1';
  });
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
  await page.goBack();
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(8);

  // What takes the place of a whole system is gone back from, too; a knob is no step of its own.
  await openLab(page, 'a=jedis-pool-50&paused=1');
  const field = page.getByRole('textbox', { name: 'Round-trip time (µs)' });
  await field.fill('700');
  await expect(page).toHaveURL(/network\.rttUs=700/);
  await field.blur();
  await page.locator('body').press('x');
  await expect.poll(() => setting(page, 'b', 'client.connections.maxTotal')).toBe(50);
  await page.goBack();
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
  await expect.poll(() => setting(page, 'b', 'network.rttUs')).toBe(700);

  // The same set-up again replaces nothing, and makes no step of the knob after it.
  const steps = () => page.evaluate(() => history.length);
  await openLab(page, 'a=jedis-pool-50&paused=1');
  const before = await steps();
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('jedis pool of 50');
  await dialog.getByRole('button', { name: 'Show Jedis, pool of 50 as A' }).first().click();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await field.fill('800');
  await expect(page).toHaveURL(/network\.rttUs=800/);
  expect(await steps()).toBe(before);

  // By the menu, too, one comes back to what one has left, and it still stands.
  const menu = page.getByRole('navigation').first();
  await menu.getByRole('link', { name: 'Learn' }).click();
  await expect(field).toHaveCount(0);
  await menu.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(field).toHaveValue('800');
  await expect(page).toHaveURL(/network\.rttUs=800.*paused=1|paused=1.*network\.rttUs=800/);
  expect(await setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
  // What means the first picture says so.
  await page.goto('#/learn');
  await page.goto('#/lab?');
  await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(8);
});

test(
  'an address that is given at the very moment the page writes its own is followed',
  DEEP,
  async ({ page }) => {
    await openLab(page);
    await page.evaluate(() => {
      location.hash = '#/lab?a=jedis-pool-50&b=lettuce-shared&panel=charts';
      // The moment on screen goes into the address, before anybody has been told of the new one.
      globalThis.lab.player?.pause();
    });
    await expect.poll(() => setting(page, 'a', 'client.connections.maxTotal')).toBe(50);
    await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');
  },
);

test('a link opened in a tab in use means what it means in a new one', DEEP, async ({ page, context }) => {
  const link = '#/lab?a=cluster-3&b=cluster-6';
  const seen = async (tab: typeof page) => {
    await throughputs(tab);
    await expect(tab.getByText(/^Following/)).toHaveCount(0);
    return tab.evaluate(async () => {
      const { playing, speed } = globalThis.lab.player?.playhead ?? {};
      return { hash: location.hash, playing, speed, link: await globalThis.lab.link };
    });
  };
  await openLab(page, 'follow=b:500&panel=request&t=3ms&paused=1');
  await expect(page.getByText(/^Following #500/).first()).toBeVisible();
  await page.goto(link);
  await page.waitForFunction(() => globalThis.lab?.player?.tracks[0]?.layout.connections !== 8);
  await expect(page).toHaveURL(new RegExp(`${link.replace('?', '\\?')}$`));
  const here = await seen(page);
  const other = await context.newPage();
  await other.goto(link);
  const fresh = await seen(other);
  expect(here).toEqual(fresh);
  expect(here).toMatchObject({ hash: link, playing: true });
});

test('two equal systems are said to be the same on both sides', DEEP, async ({ page }) => {
  await openLab(page, 'a=cluster-3&b=cluster-3');
  await expect(page.locator('#stage')).toContainText('a cluster of 3 Redis nodes, the same on both sides.');
  await openLab(page, 'a=cluster-3&b=cluster-6');
  await expect(page.locator('#stage')).not.toContainText('the same on both sides');
});

test('an unknown page says so and leads to the Lab', DEEP, async ({ page }) => {
  await page.goto('#/labb?a=jedis-pool-8');
  await page.getByRole('link', { name: 'Open the Lab' }).click();
  await expect(page.getByRole('heading', { name: 'Jedis, pool of 8' })).toBeVisible();
  // A slash at the end and capitals are the Lab's all the same.
  for (const path of ['#/lab/', '#/Lab']) {
    await page.goto(`${path}?a=jedis-pool-50&network.rttUs=300`);
    await expect(page.getByRole('heading', { name: 'Jedis, pool of 50' })).toBeVisible();
    expect(await setting(page, 'a', 'network.rttUs')).toBe(300);
    await page.goto('#/learn');
  }
});

test('a link is made for a class: what may be changed there, how it begins, as a code, in a frame', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLab(page, 'network.rttUs=300&t=2ms&paused=1');
  await page.getByRole('button', { name: 'Share link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const copy = dialog.getByRole('button', { name: 'Copy link' });
  await expect(copy).toBeFocused();
  await copy.press('Enter');
  await expect(page.getByText('Link copied.').last()).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toMatch(/network\.rttUs=300&t=2ms&paused=1$/);

  await dialog.getByRole('button', { name: 'For a class or an article' }).click();
  await dialog.getByRole('button', { name: 'hidden', exact: true }).click();
  await dialog.getByRole('radio', { name: 'Round-trip time: editable' }).check();
  await dialog.getByRole('radio', { name: 'Seed: read-only', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'At the current time, paused' }).uncheck();
  await select(dialog.getByRole('combobox', { name: 'Language' }), '简体中文');
  await copy.click();
  await expect
    .poll(copied)
    .toMatch(/lab\?.*network\.rttUs=300&lock=seed&only=network\.rttUs,seed&lang=zh-CN$/);
  const link = await copied();
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await expect(dialog.getByText(`${link.length} of 2,048 characters`)).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'HTML of the frame' })).toHaveValue(
    /^<iframe src="http[^"]*&amp;only=network\.rttUs,seed&amp;lang=zh-CN&amp;embed=1" title="Roundtrip: [^"]*"/,
  );

  const student = await context.newPage();
  await student.goto(link);
  await expect(student.getByRole('textbox', { name: /往返时延/ })).toBeEnabled();
  await expect(student.getByRole('textbox', { name: /种子/ })).toBeDisabled();
  await expect(student.getByRole('textbox', { name: /连接池/ })).toHaveCount(0);
});

test('a link that hides all panels leaves their room to the stage', DEEP, async ({ page }) => {
  await openLab(page, 'paused=1&t=2ms');
  const stage = page.getByRole('region', { name: 'What you see' });
  const low = (await stage.boundingBox())?.height ?? 0;
  await openLab(page, 'paused=1&t=2ms&hide=figures,why,request,timeline,profile,charts');
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await expect.poll(async () => (await stage.boundingBox())?.height ?? 0).toBeGreaterThan(low + 150);
  // What is told about it stands below.
  await page.keyboard.press('t');
  await expect(page.getByRole('table').first()).toBeInViewport();
});

test(
  'a link for a class leaves one panel, locks the speed and hides what saves, and the keys do not go round it',
  DEEP,
  async ({ page }) => {
    await openLab(page, 'paused=1&t=2ms');
    await page.getByRole('button', { name: 'Share link' }).click();
    const speedOf = () => page.evaluate(() => globalThis.lab.player?.playhead.speed);
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: 'For a class or an article' }).click();
    await dialog.getByText('Panels', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Panels: hidden' }).click();
    await dialog.getByRole('radio', { name: 'Why?: editable' }).check();
    await dialog.getByText('Tools', { exact: true }).click();
    await dialog.getByRole('radio', { name: 'Speed: read-only' }).check();
    await dialog.getByRole('radio', { name: 'Saving files: hidden' }).check();
    await dialog.getByRole('radio', { name: 'Share link: hidden' }).check();
    const link = dialog.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(/hide=export,share&lock=speed&only=why/);
    const address = await link.inputValue();
    for (const to of ['about:blank', address]) await page.goto(to);
    await expect(page.getByRole('tab')).toHaveText(['Why?']);
    const traffic = page
      .getByRole('group', { name: 'Locked by the opened link' })
      .getByRole('button', { name: '50 ms/s' });
    await traffic.focus();
    await expect(traffic).toBeFocused();
    await expect(traffic).toBeDisabled();
    for (const name of ['Share link', 'Save “Stage” as a file'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await throughputs(page); // Until then, the page may choose a speed that suits both.
    const before = await speedOf();
    await traffic.press('Enter');
    for (const key of [']', 'q']) await page.locator('body').press(key);
    expect(await speedOf()).toBe(before);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('body').press('/');
    await page.getByRole('dialog').getByRole('combobox').fill('charts');
    await expect(page.getByRole('option', { name: /^Charts/ })).toHaveCount(0);
  },
);

test('a link can hide and lock controls, and keeps doing so', DEEP, async ({ page }) => {
  await openLab(page, 'only=network,workload.arrivals,seed&lock=seed&network.rttUs=2000');
  const knob = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(knob('Round-trip time (µs)')).toBeEnabled();
  await expect(knob('Seed')).toBeDisabled();
  for (const name of ['Pool size', 'Client cores']) await expect(knob(name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^System A:/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New seed' })).toHaveCount(0);
  // The keys do not go round it.
  await page.locator('body').press('Shift+R');
  await page.locator('body').press('x');
  await knob('Round-trip time (µs)').fill('3000');
  await expect(page).toHaveURL(/network\.rttUs=3000/);
  await expect(page).toHaveURL(/lock=seed/);
  await expect(page).toHaveURL(/only=network,workload\.arrivals,seed/);
  expect(await setting(page, 'a', 'seed')).toBe(1);
  expect(await setting(page, 'a', 'client.connections.kind')).toBe('pooled');
});

test(
  'without a panel the stage has their room, and stays whatever was large before',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const stage = page.locator('#stage');
    const heightOf = async () => (await stage.boundingBox())?.height ?? 0;
    await openLab(page, 'paused=1&t=2ms');
    const besidePanels = await heightOf();
    await page.getByRole('button', { name: 'Full height' }).click();
    await expect(stage).toBeHidden();
    for (const rules of [
      'hide=panels',
      'hide=figures,why,request,timeline,profile,charts',
      'only=stage&hide=panels',
    ]) {
      await openLab(page, `paused=1&t=2ms&${rules}`);
      await expect(page.getByRole('tab')).toHaveCount(0);
      await expect(stage).toBeVisible();
      await expect.poll(heightOf).toBeGreaterThan(besidePanels + 100);
      // What is left below it is as high as it is, down to the edge of the screen.
      const words = await page.getByText('The stage in words').boundingBox();
      expect((words?.y ?? 0) + 70).toBeGreaterThan(900);
    }
  },
);
