import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/system/diagnosis/diagnose.ts';
import { engines, normalize } from './engine.ts';
import { PUBLIC_QUESTIONS } from './public-questions.ts';

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
