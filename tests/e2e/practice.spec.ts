/** Fresh problems: answered, explained, repeated later, and the same in the teacher’s key. */
import { readFileSync } from 'node:fs';
import { classText, inviteHash, membershipOf } from '../../src/learn/class/classroom.ts';
import { classroom, students } from '../support/class.ts';
import { violations } from './axe.ts';
import { expect, test } from './page.ts';

const [student] = students;
if (!student) throw new Error('there are no students');

test('a wrong answer is explained, a right one moves the lesson up, and the box is kept', async ({
  page,
}) => {
  await page.goto('#/learn/practice');
  await expect(page.getByText('18 lessons are due.')).toBeVisible();
  await page.getByRole('button', { name: 'Practise “The round trip limits throughput”' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('radio').and(page.locator(':not([value="right"])')).first().check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByText(/^Right answer: /)).toBeVisible();
  const item = page.getByRole('listitem').filter({ hasText: '2. The round trip limits throughput' });
  await expect(item).toContainText('box 1 of 5 · in 1 day');

  await page.getByRole('button', { name: 'Another problem from this lesson' }).click();
  await page.locator('[role=radio][value="right"]').check();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByText('Right', { exact: true })).toBeVisible();
  await expect(item).toContainText('box 2 of 5 · in 2 days');
  await page.reload();
  await expect(item).toContainText('box 2 of 5 · in 2 days');
  await expect(page.getByText('17 lessons are due.')).toBeVisible();

  await test.step('the teacher’s key has the answer of a student’s own problem', async () => {
    await page.goto('#/teach/class');
    await page.getByLabel('Open a class file…').setInputFiles({
      name: '4b.json',
      mimeType: 'application/json',
      buffer: Buffer.from(classText({ ...classroom, roster: [student] })),
    });
    await page.getByRole('combobox', { name: 'Lesson' }).click();
    await page.getByRole('option', { name: '5. A pool is a queue' }).click();
    await page.getByRole('button', { name: 'Make answer key' }).click();
    const row = page.getByRole('region', { name: 'Answer key' }).getByRole('row').nth(1);
    const answer = await row.getByRole('cell').last().innerText();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save key (CSV)' }).click();
    expect(readFileSync(await (await download).path(), 'utf8')).toContain('s1,Student 1,pool,check,');

    await page.goto(await inviteHash(await membershipOf(classroom, student)));
    await expect(page.getByRole('heading', { level: 1, name: '4b' })).toBeVisible();
    await page.goto('#/learn/practice');
    await page.getByRole('button', { name: 'Class check problem: “A pool is a queue”' }).click();
    await expect(page.getByRole('radiogroup').or(page.locator('form')).first()).toContainText(answer);
    await page.locator('[role=radio][value="right"]').check();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await expect(page.getByText(`Your answer: ${answer}`)).toBeVisible();
  });
});
