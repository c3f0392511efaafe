/** Exported tables: names from imported files do not become formulas of a spreadsheet. */
import { expect, it } from 'vitest';
import { neutralText } from '../../../src/lib/csv-table.ts';

it.each([
  ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['-5', '-5'],
  ['+1e3', '+1e3'],
  [-5, '-5'],
  [1e-7, '1e-7'],
  [true, 'true'],
  [undefined, ''],
  ['GET, 50 clients', 'GET, 50 clients'],
])('%s is written as %s', (cell, text) => {
  expect(neutralText(cell)).toBe(text);
});
