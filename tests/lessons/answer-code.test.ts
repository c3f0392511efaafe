import jsQR from 'jsqr';
import { correction, generate } from 'lean-qr';
import { expect, test } from 'vitest';
import { answerText, readAnswer } from '../../src/learn/lessons/answer-code.ts';
import { rightAnswer, wrongAnswer } from './answers.ts';
import { lessonFolders } from './files.ts';

/** A code as a camera would see it: black on white, some pixels a module. */
function photographed(text: string): string | undefined {
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
  const [scale, quiet] = [4, 4];
  const size = (code.size + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      if (code.get(Math.floor(x / scale) - quiet, Math.floor(y / scale) - quiet))
        pixels.fill(0, 4 * (y * size + x), 4 * (y * size + x) + 3);
  return jsQR(pixels, size, size)?.data;
}

test.each(lessonFolders)('every answer to $id goes through a code unchanged', ({ id, lesson, reveal }) => {
  const question = lesson.predict;
  for (const given of [rightAnswer(reveal.predict), wrongAnswer(question, reveal.predict), null])
    for (const round of [0, 1] as const) {
      const answered = { voter: 'k3f9x', given };
      const text = photographed(answerText(id, round, answered)) ?? '';
      expect(readAnswer(text, id, question)).toEqual({ kind: 'answer', round, answered });
    }
});

test('what is no answer to this question is told apart, and nothing of it counts', () => {
  const [folder] = lessonFolders.filter(({ id }) => id === 'rtt');
  const question = folder?.lesson.predict;
  if (!question) throw new Error('there is no lesson rtt');
  const read = (text: string) => readAnswer(text, 'rtt', question);
  expect(read('https://example.org')).toEqual({ kind: 'foreign' });
  expect(read('["RT2","rtt",0,"x","four"]')).toEqual({ kind: 'foreign' });
  expect(read(answerText('pool', 0, { voter: 'x', given: 'all' }))).toEqual({
    kind: 'otherLesson',
    lesson: 'pool',
  });
  for (const text of [
    '["RT1","rtt",2,"x","four"]',
    '["RT1","rtt",0,"","four"]',
    `["RT1","rtt",0,"${'x'.repeat(99)}","four"]`,
    '["RT1","rtt",0,"x","five"]',
    '["RT1","rtt",0,"x",{"__proto__":1}]',
    '["RT1","rtt",0,"x"]',
  ])
    expect([text, read(text)]).toEqual([text, { kind: 'invalid' }]);
});
