import { describe, expect, it } from 'vitest';
import { assemble } from '../../src/system/assemble.ts';
import { diagnose } from '../../src/system/diagnosis/diagnose.ts';
import { instancesOf } from '../../src/system/proposals.ts';
import { read } from '../../src/system/readers/read.ts';
import { engines, normalize } from './engine.ts';
import { PUBLIC_QUESTIONS } from './public-questions.ts';
import { PUBLIC_TEXTS } from './public-texts.ts';

/** Two runs of a few thousand requests: enough for the order. */
const options = { seeds: 2, run: { warmupMs: 5, measuredMs: 60 } };

describe('public questions', () => {
  it.each(PUBLIC_QUESTIONS.filter(({ cause }) => cause !== undefined))(
    '$title: the first finding is the cause, $cause',
    async ({ subject, cause }) => {
      const { findings } = await diagnose(subject, engines, normalize, options);
      expect(findings[0]?.id).toBe(cause);
    },
  );

  it('have an answer, or a reason why the model cannot know', () => {
    expect(PUBLIC_QUESTIONS.filter(({ cause }) => cause !== undefined).length).toBeGreaterThanOrEqual(10);
    for (const { cause, unknown, url } of PUBLIC_QUESTIONS) {
      expect(cause === undefined).toBe(unknown !== undefined);
      expect(url).toMatch(/^https:\/\//);
    }
  });
});

describe('what the people could have pasted', () => {
  it.each(PUBLIC_TEXTS)(
    'of $url: the first finding is the cause, $cause',
    async ({ texts, answers = {}, cause }) => {
      const pieces = texts.map((text, index) => ({ id: `${index}`, name: '', text }));
      const reading = read(pieces, answers);
      const assembled = await assemble(reading, answers, normalize);
      if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
      const subject = { reading, ...assembled, instances: instancesOf(reading, answers) };
      const { findings } = await diagnose(subject, engines, normalize, options);
      expect(findings[0]?.id).toBe(cause);
    },
  );

  it('is of ten questions and more, each of them among the public ones', () => {
    const known = new Map(PUBLIC_QUESTIONS.map(({ url, cause }) => [url, cause]));
    expect(PUBLIC_TEXTS.length).toBeGreaterThanOrEqual(10);
    for (const { url, cause } of PUBLIC_TEXTS) expect(known.get(url)).toBe(cause);
  });
});
