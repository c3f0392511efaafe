/** A class without a platform: a student hands in from a link, and thirty files become the table and the ranking. */
import { readFileSync } from 'node:fs';
import { classText, inviteHash, membershipOf, newClass } from '../../src/learn/class/classroom.ts';
import { resultsText } from '../../src/learn/class/results-file.ts';
import { classroom, fileOf, progressOf, students, thirtyFiles } from '../support/class.ts';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, expect, test } from './page.ts';

const fileFrom = (name: string, text: string, mimeType = 'application/json') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

test('thirty files become a table and a ranking; four others are refused with their code', async ({
  page,
}) => {
  const [first, second] = students;
  if (!first || !second) throw new Error('there are no students');
  test.setTimeout(120_000);
  await page.goto('#/teach/class');
  await page
    .getByLabel('Open a class file…')
    .setInputFiles(fileFrom('4b.json', classText({ ...classroom, roster: [] })));
  const list = ['id,name', ...students.map(({ id, name }) => `${id},${name}`), 's31,Zoe'].join('\n');
  await page.getByLabel('Import class list…').setInputFiles(fileFrom('list.csv', list, 'text/csv'));
  await expect(page.getByText('31 students')).toBeVisible();

  const files = await thirtyFiles(6);
  const foreignClass = newClass('5a');
  const foreign = await resultsText(await membershipOf(foreignClass, first), first, {}, new Date());
  const forged = await resultsText(await membershipOf(classroom, second), first, {}, new Date());
  await page
    .getByLabel('Choose files…')
    .setInputFiles([
      ...files.map((text, index) => fileFrom(`${index}.json`, text)),
      fileFrom('again.json', files[0] ?? ''),
      fileFrom('broken.json', (files[1] ?? '').slice(0, -20)),
      fileFrom('foreign.json', foreign),
      fileFrom('forged.json', forged),
    ]);
  const problems = page.getByRole('alert').first();
  for (const said of [
    '“again.json” was not added',
    '“broken.json” is a damaged results file',
    '“foreign.json” belongs to another class',
    '“forged.json” was changed, or was not signed with the link of Student 1',
  ])
    await expect(problems).toContainText(said);
  await expect(page.getByText('Results of 30 students. 1 student is missing.')).toBeVisible();

  // The page grades: the transfer's right answer comes from its own run.
  const row = page.getByRole('row', { name: /^Student 1 / });
  await expect(row).toContainText('100%');
  await expect(page.getByRole('row', { name: /^Zoe/ })).toContainText('no results');
  const ranking = page.getByRole('region', { name: 'Misconceptions' }).getByRole('listitem');
  await expect(ranking.first()).toContainText(
    '15 of 30 students · Lesson 5, A pool is a queue (Transfer): a value too low',
  );
  await expect(ranking.nth(1)).toContainText('12 of 30');
  await expect(ranking.nth(1)).toContainText('About 16,700');
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: '5. A pool is a queue' }).click();
  await expect(row).toContainText('✗ wrong✓ right✓ right✓ right');
  if (deep) expect(await violations(page)).toEqual([]);

  // Hidden faults: each diagnosis is graded by runs of its own variant.
  await page.getByRole('combobox', { name: 'Show' }).click();
  await page.getByRole('option', { name: 'Profiles are twice as slow' }).click({ timeout: 60_000 });
  await expect(row).toContainText('✗ wrong0/300/30112 min');
  const other = page.getByRole('row', { name: /^Student 2 / });
  await expect(other).toContainText('✓ right30/3030/30122 min');
  await expect(ranking.filter({ hasText: 'Profiles are twice as slow (wrong cause)' })).toContainText(
    '6 of 6',
  );
  expect(await violations(page, { contrast: deep })).toEqual([]);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save table (CSV)' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(32);
  expect(csv).toContain('s31,Zoe,missing');
  expect(csv).toContain('incident profile remedy verdict');

  // The results are kept, and a later file replaces the one before.
  await page.reload();
  await expect(page.getByText('Results of 30 students. 1 student is missing.')).toBeVisible();
  await page
    .getByLabel('Choose files…')
    .setInputFiles(fileFrom('later.json', await fileOf(second, progressOf(0), new Date())));
  await expect(page.getByText('1 result added.').first()).toBeVisible();
  await expect(page.getByText('Results of 30 students. 1 student is missing.')).toBeVisible();
});

test('a student joins by a link, and hands in a link that the teacher opens', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('#/teach/class');
  await page.getByRole('textbox', { name: 'Class name' }).fill('4b');
  await page.getByRole('button', { name: 'Create class' }).click();
  await page.getByRole('button', { name: 'Copy shared link' }).click();
  await expect(page.getByText('Link copied.').first()).toBeVisible();
  const invitation = await copied();

  await page.goto('#/learn/rtt');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('[role=radio][value="fourHundred"]').check();
  await page.getByRole('button', { name: 'Lock my prediction' }).click();
  await page.goto(invitation.replace(/^[^#]*/, ''));
  await expect(page.getByRole('heading', { level: 1, name: '4b' })).toBeVisible();
  // The key leaves the address.
  await expect(page).toHaveURL(/#\/learn\/class$/);
  const own = page.getByRole('textbox', { name: 'Your name' });
  await expect(own).toHaveAttribute('autocomplete', 'name');
  await own.fill('Ann');
  expect(await violations(page, { contrast: deep })).toEqual([]);
  await page.getByRole('button', { name: 'Copy results link' }).click();
  await expect(page.getByText('Link copied. Send it to your teacher.').first()).toBeVisible();
  const results = await copied();

  await page.goto(results.replace(/^[^#]*/, ''));
  await expect(page.getByRole('row', { name: /^Ann/ })).toContainText('0% not finished');
  await expect(page.getByRole('region', { name: 'Misconceptions' })).toContainText('1 of 1');

  await page.goto('#/learn/class?join=broken');
  await expect(page.getByRole('alert')).toContainText('This class link is incomplete.');
});

test(
  'an answer key is of the chosen lesson and list, and is what each student is asked',
  DEEP,
  async ({ page }) => {
    test.setTimeout(300_000);
    await page.goto('#/teach/class');
    const [one, two] = students;
    if (!one || !two) throw new Error('there are no students');
    const own = { ...newClass('4b'), roster: [one, two] };
    await page.getByLabel('Open a class file…').setInputFiles(fileFrom('4b.json', classText(own)));
    const key = page.getByRole('region', { name: 'Problems for each student' });
    const saveKey = key.getByRole('button', { name: 'Save key (CSV)' });
    const make = key.getByRole('button', { name: 'Make answer key' });
    const saved = async () => {
      const download = page.waitForEvent('download');
      await saveKey.click();
      const file = await download;
      return { name: file.suggestedFilename(), csv: readFileSync(await file.path(), 'utf8') };
    };
    // Another lesson is chosen while a key is made: that key is not shown under the new name.
    await make.click();
    await key.getByRole('combobox').click();
    await page.getByRole('option', { name: /^5\. / }).click();
    await expect(key.getByRole('progressbar')).toHaveCount(0);
    await make.click();
    await expect(saveKey).toBeVisible({ timeout: 60_000 });
    const { name, csv } = await saved();
    expect(name).toBe('roundtrip-key-pool.csv');
    const rows = csv.trim().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(2, 4))).toEqual([
      ['pool', 'check'],
      ['pool', 'transfer'],
      ['pool', 'check'],
      ['pool', 'transfer'],
    ]);
    const rights = await key.getByRole('row').locator('td:last-child').allInnerTexts();

    // Each student's page asks with these numbers, and takes this answer for right.
    for (const [index, student] of [one, two].entries()) {
      await page.goto(await inviteHash(await membershipOf(own, student)));
      await expect(page.getByRole('heading', { level: 1, name: '4b' })).toBeVisible();
      await page.goto('#/learn/practice');
      const lesson = page.getByRole('listitem').filter({ hasText: '5. A pool is a queue' });
      for (const [kind, of] of ['check', 'transfer'].entries()) {
        await lesson.getByRole('button', { name: `Class ${of}` }).click();
        const right = page.getByRole('radio', { name: rights[2 * index + kind] ?? '', exact: true });
        await right.check({ timeout: 60_000 });
        await page.getByRole('button', { name: 'Answer', exact: true }).click();
        await expect(page.getByRole('region', { name: /^5\. / })).toContainText('Right');
      }
    }

    // Another list: the key of the one before is gone.
    await page.goto('#/teach/class');
    await make.click();
    await expect(saveKey).toBeVisible({ timeout: 60_000 });
    await page
      .getByLabel('Import class list…')
      .setInputFiles(fileFrom('list.csv', 'id,name\nz,Zoe', 'text/csv'));
    await expect(page.getByText('1 student', { exact: false }).first()).toBeVisible();
    await expect(saveKey).toHaveCount(0);
  },
);
