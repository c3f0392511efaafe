/** Answers of students as codes before the teacher's camera: a film of two phones stands in for the class. */
import { writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { generate } from 'lean-qr';
import { findChromium } from '../../.ci/setup.mjs';
import { DEEP, expect, test } from './page.ts';

const [WIDTH, HEIGHT] = [640, 480];

/** A frame of raw video (I420) with a code in the middle. */
function frameOf(text: string): Buffer {
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, 128).fill(235, 0, WIDTH * HEIGHT);
  const code = generate(text);
  const scale = Math.floor((HEIGHT * 0.8) / code.size);
  const [left, top] = [WIDTH, HEIGHT].map((whole) => Math.floor((whole - code.size * scale) / 2)) as [
    number,
    number,
  ];
  for (let y = 0; y < code.size * scale; y++)
    for (let x = 0; x < code.size * scale; x++)
      if (code.get(Math.floor(x / scale), Math.floor(y / scale))) frame[(top + y) * WIDTH + left + x] = 16;
  return frame;
}

function filmOf(texts: readonly string[]): Buffer {
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const frames = texts.flatMap((text) => {
    const frame = frameOf(text);
    return Array.from({ length: 10 }, () => [Buffer.from('FRAME\n'), frame]).flat();
  });
  return Buffer.concat([header, ...frames]);
}

test(
  'codes of students are read and counted once each, and a room without a camera can type',
  DEEP,
  async ({ page, baseURL }, info) => {
    // What a student's page shows, as that page writes it.
    await page.goto('#/learn/rtt?stop=predict');
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.locator('[role=radio][value="four"]').check();
    await page.getByRole('button', { name: 'Lock my prediction' }).click();
    const shown = page.locator('section[aria-label^="Your answer"]');
    await expect(shown.getByRole('img', { name: 'QR code for your answer: 4' })).toBeVisible();
    const text = await shown.locator('code').innerText();

    const film = info.outputPath('class.y4m');
    writeFileSync(film, filmOf([text, '["RT1","rtt",0,"another","fourHundred"]']));
    const executablePath = findChromium();
    const browser = await chromium.launch({
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    try {
      const teacher = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
      await teacher.goto(`${baseURL}#/teach/rtt/notes`);
      const first = teacher.locator('section[data-beat="question"]');
      for (let beats = 0; beats < 5 && !(await first.isVisible()); beats++) {
        await teacher.getByRole('button', { name: 'Next', exact: true }).click();
      }
      await teacher.getByRole('button', { name: 'Scan student codes' }).click();
      await expect(teacher.getByText('2 answers', { exact: true })).toBeVisible();
      // The film goes on, and nobody is counted twice; the other way in counts too.
      await teacher.getByRole('textbox', { name: 'Text below a code' }).fill('["RT1","rtt",0,"third",null]');
      await teacher.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(teacher.getByText('3 answers', { exact: true })).toBeVisible();
      await teacher.getByRole('textbox', { name: 'Text below a code' }).fill('nonsense');
      await teacher.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(teacher.getByText('3 answers', { exact: true })).toBeVisible();
    } finally {
      await browser.close();
    }
  },
);
