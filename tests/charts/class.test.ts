import { describe, expect, it } from 'vitest';
import {
  answerLines,
  type ClassAnswers,
  type ClassAnswersWords,
  classAnswers,
} from '../../src/charts/class-answers.ts';
import { type ClassCurves, type ClassCurvesWords, classCurves } from '../../src/charts/class-curves.ts';
import { toText } from '../../src/charts/svg-text.ts';
import { paletteOf } from '../../src/lib/palette.ts';

const palette = paletteOf('light');
const box = { width: 900, height: 300, fontSize: 20 };

describe('the answers of a class', () => {
  const words: ClassAnswersWords = {
    value: String,
    rounds: ['before', 'after'],
    choice: 'answer',
    truth: 'model',
    right: 'right',
    tableCaption: 'all answers',
    sentence: ({ choice, value }) => `${choice}: ${value}`,
    empty: 'nobody',
  };
  const data: ClassAnswers = {
    rounds: 2,
    rows: [
      { label: 'four', values: [2, 12], isRight: true },
      { label: 'four hundred', values: [10, 5], isRight: false },
    ],
  };
  const widths = (shown: ClassAnswers) =>
    [...toText(classAnswers.draw(shown, box, palette, words)).matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(
      ([, width]) => Number(width),
    );

  it('are bars as long as the hands are many, a round each', () => {
    const [first = 0, second = 0, , last = 0] = widths(data);
    expect(second / first).toBeCloseTo(6, 1);
    expect(last / first).toBeCloseTo(2.5, 1);
    expect(answerLines(data)).toBeGreaterThan(answerLines({ ...data, rounds: 1 }));
  });

  it('mark the right one by more than a colour, and only when it may be seen', () => {
    expect(toText(classAnswers.draw(data, box, palette, words))).toContain('✓ four');
    const closed = { ...data, rows: data.rows.map(({ label, values }) => ({ label, values })) };
    expect(toText(classAnswers.draw(closed, box, palette, words))).not.toContain('✓');
    expect(classAnswers.table(closed, words).columns.map(({ title }) => title)).toEqual([
      'answer',
      'before',
      'after',
    ]);
    expect(classAnswers.table(data, words).rows[0]).toEqual(['four', 2, 12, '✓']);
  });

  it('are said by the one that most have now', () => {
    expect(classAnswers.describe(data, words)).toBe('four: 12');
    expect(classAnswers.describe({ rounds: 1, rows: [{ label: 'x', values: [0] }] }, words)).toBe('nobody');
  });

  it('are drawn without a nought when nobody has answered', () => {
    const text = toText(
      classAnswers.draw({ rounds: 1, rows: [{ label: 'x', values: [undefined] }] }, box, palette, words),
    );
    expect(text).not.toMatch(/NaN|Infinity/);
    expect(text).toContain('–');
  });
});

describe('the curves of a class', () => {
  const words: ClassCurvesWords = {
    xTitle: 'batch',
    yTitle: 'rate',
    x: String,
    y: String,
    model: 'model',
    median: 'median',
    curve: (number) => `curve ${number}`,
    tableCaption: 'all curves',
    sentence: ({ count, from, to }) => `${count} curves, ${from} to ${to}`,
    empty: 'nobody',
  };
  const data: ClassCurves = {
    x: [1, 10, 100],
    min: 1,
    max: 1000,
    curves: [
      [1, 10, 100],
      [2, 20, 200],
    ],
    median: [1.5, 15, 150],
    model: undefined,
  };
  const paths = (shown: ClassCurves) =>
    [...toText(classCurves.draw(shown, box, palette, words)).matchAll(/<path[^>]*stroke="(#\w+)"/g)].map(
      ([, stroke]) => stroke,
    );

  it('are all there, with their median, and the model only when it may be seen', () => {
    const closed = paths(data);
    expect(closed.filter((stroke) => stroke === palette.inkSoft).length).toBeGreaterThanOrEqual(2);
    expect(closed).toContain(palette.ink);
    expect(closed).not.toContain(palette.accent.a);
    expect(paths({ ...data, model: [1, 30, 900] })).toContain(palette.accent.a);
  });

  it('have a table with every curve, and a sentence', () => {
    expect(classCurves.table(data, words).rows[1]).toEqual([10, 15, 10, 20]);
    expect(classCurves.describe(data, words)).toBe('2 curves, 1.5 to 150');
    expect(classCurves.describe({ ...data, curves: [], median: undefined }, words)).toBe('nobody');
  });
});
