/** A lesson before a class: two windows that follow each other, votes, and students who get no answer too early. */
import type { Page } from '@playwright/test';
import { deep } from '../support/tier.ts';
import { violations } from './axe.ts';
import { DEEP, expect, test } from './page.ts';
import { scriptsOf } from './scripts.ts';

const beat = (page: Page, kind: string) => page.locator(`section[data-beat="${kind}"]`);

/** What is to be read on the wall and smaller than 24 px, from where the last row sits. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('section[data-beat] *, nav *')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
      )
      .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
      .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 24)
      .map((element) => `${element.tagName} ${element.textContent}`),
  );

/** Goes on with the clicker to a beat; all on the way can be read. */
async function goTo(page: Page, kind: string): Promise<void> {
  for (let beats = 0; beats < 25 && !(await beat(page, kind).isVisible()); beats++) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(100);
    await expect.poll(() => tooSmall(page)).toEqual([]);
  }
  await expect(beat(page, kind)).toBeVisible();
  await expect.poll(() => tooSmall(page)).toEqual([]);
}

/** Opens a vote on the projector: the students' address, and the code in it. */
async function openVote(page: Page): Promise<{ readonly address: string; readonly code: string }> {
  await page.getByRole('button', { name: 'Open a vote' }).click();
  const vote = page.getByRole('region', { name: 'Vote through the bridge' });
  // No QR code is shown here: the text does not ask for one.
  await expect(vote).toContainText('Open this address:');
  const address = (await vote.getByRole('link').getAttribute('href')) ?? '';
  return { address, code: await vote.locator('b').innerText() };
}

/** A student's answer to the first question. */
async function answer(student: Page, address: string): Promise<void> {
  await student.goto(address);
  await student.getByRole('button', { name: 'Next', exact: true }).click();
  await student.locator('[role=radio][value="fourHundred"]').check();
  await student.getByRole('button', { name: 'Lock my prediction' }).click();
}

const projected = `#/teach/rtt?bridge=${process.env.ROUNDTRIP_TOKEN}`;

test('a class votes, sees, and votes again; notes and projector go together', async ({ page, context }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(projected);
  await expect(beat(page, 'hook')).toBeVisible();
  const notes = await context.newPage();
  await notes.goto('#/teach/rtt/notes');
  await expect(beat(notes, 'hook')).toBeVisible();

  // The clicker works on either; the stage stands still and nothing of the answer is on the wall before the run.
  await goTo(page, 'first');
  await expect(beat(notes, 'first')).toBeVisible();
  await expect.poll(() => page.evaluate(() => globalThis.lab.player?.timeNs)).toBe(0);
  await notes.getByRole('textbox', { name: /^C/ }).fill('9');
  await notes.getByRole('textbox', { name: /^D/ }).fill('3');
  // One student answers on a page of their own, through the bridge.
  const { address, code } = await openVote(page);
  const student = await context.newPage();
  // With a wrong code in the address the answer is refused, and the form asks for the right one.
  await answer(student, address.replace(code, 'XXXXX'));
  await expect(student.getByRole('alert').filter({ hasText: 'VOTE-02' })).toBeFocused();
  await student.getByRole('textbox', { name: 'Code on the screen' }).fill(code);
  await student.getByRole('button', { name: 'Send to the class' }).click();
  await expect(student.getByText('Answer recorded. Wait for the discussion.')).toBeVisible();
  await student.close();
  for (const window of [page, notes])
    await expect(window.getByText('13 answers', { exact: true })).toBeVisible();

  // Who has just typed a number goes on with the clicker all the same.
  await notes.keyboard.press('PageDown');
  await expect(beat(page, 'again')).toBeVisible();
  await goTo(page, 'second');
  await page.getByRole('button', { name: 'One more: D  4' }).click();
  await expect(page.getByText('✓')).toHaveCount(0);
  await goTo(page, 'run');
  // It plays; how far it is by now depends on the machine.
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Stage only' }).click();
  await expect(beat(page, 'run')).toBeHidden();
  await page.getByRole('button', { name: 'Stage only' }).click();
  await goTo(page, 'result');
  await expect(page.getByText('✓ D')).toBeVisible();
  expect(await violations(page, { within: 'section[data-beat]', contrast: deep })).toEqual([]);

  await page.keyboard.press('b');
  const black = page.getByRole('button', { name: /The screen is black/ });
  await expect(black).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Black screen', pressed: true })).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(black).toBeHidden();
});

test(
  'all beats can be read on the wall, and a student who comes back to a vote counts once',
  DEEP,
  async ({ page, context }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(projected);
    await expect(beat(page, 'hook')).toBeVisible();
    await goTo(page, 'first');
    const { address, code } = await openVote(page);
    const student = await context.newPage();
    await answer(student, address.replace(code, 'XXXXX'));
    await student.getByRole('textbox', { name: 'Code on the screen' }).fill(code);
    await student.getByRole('button', { name: 'Send to the class' }).click();
    const recorded = student.getByText('Answer recorded. Wait for the discussion.');
    await expect(recorded).toBeVisible();
    // From the address with the right code it sends itself.
    await student.goto('#/learn');
    await student.goto(address);
    await student.getByRole('button', { name: /^Step 2 of 9/ }).click();
    await expect(recorded).toBeVisible();
    await student.close();
    await expect(page.getByText('1 answer', { exact: true })).toBeVisible();

    await goTo(page, 'result');
    expect(await violations(page, { within: 'main' })).toEqual([]);
    await goTo(page, 'end');
  },
);

test('a student who has answered does not get the answer from the link', DEEP, async ({ page }) => {
  const loaded = scriptsOf(page);
  await page.goto('#/learn/rtt?stop=predict');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('[role=radio][value="fourHundred"]').check();
  await page.getByRole('button', { name: 'Lock my prediction' }).click();
  await expect(page.getByText('Your teacher has the rest.')).toBeVisible();
  // Neither then nor when they come back.
  await page.reload();
  await expect(page.getByText(/Your answer: 400/)).toBeVisible();
  const answer = 'room for four round trips';
  expect([await page.content(), page.url(), ...(await loaded())].join('\n')).not.toContain(answer);
  expect(await page.evaluate(() => globalThis.lab.player?.timeNs ?? 0)).toBe(0);
  // The whole lesson has it, so that this test would notice.
  await page.goto('#/learn');
  await page.goto('#/learn/rtt');
  await expect.poll(async () => (await loaded()).some((text) => text.includes(answer))).toBe(true);
});

test(
  'the code for the class is shown on a beat whose run has not begun, also after a black screen',
  DEEP,
  async ({ page }) => {
    await page.goto('#/teach/rtt');
    await expect(page.getByRole('heading', { name: 'The complaint' })).toBeVisible();
    const black = page.getByRole('button', { name: /The screen is black/ });
    await page.keyboard.press('b');
    await expect(black).toBeVisible();
    await page.keyboard.press('b');
    await expect(black).toBeHidden();
    await page.keyboard.press('q');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/#\/learn\/rtt/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  },
);

for (const [window, seen, sign] of [
  ['projector', '[data-beat]', { name: /The screen is black/ }],
  ['notes', '[aria-pressed]', { name: 'Black screen', pressed: true }],
] as const)
  test(`a clicker is answered in the moment at which a beat is seen: ${window}`, DEEP, async ({ page }) => {
    await page.addInitScript((selector) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(`main ${selector}`)) return;
        observer.disconnect();
        dispatchEvent(new KeyboardEvent('keydown', { key: 'b' }));
      });
      observer.observe(document, { subtree: true, childList: true });
    }, seen);
    await page.goto(window === 'notes' ? '#/teach/rtt/notes' : '#/teach/rtt');
    await expect(page.getByRole('button', sign)).toBeVisible();
  });
