/** Texts of lessons and claims for the rules of words. */
import { piecesOf } from '../../src/learn/lessons/text.ts';

/** Replacement of a value of a run: one word. */
const VALUE = '0';

/** Marks of Markdown that are no words: emphasis, quotes and items of lists. */
const MARKS = /^> ?|^- |\*/gm;

/** Cells of a table are texts of their own. */
const cellsOf = (line: string): string[] => (line.startsWith('|') ? line.split('|') : [line]);

/** The paragraphs, lines of lists and cells of tables of a Markdown text, without its marks. */
export const paragraphsOf = (markdown: string): string[] =>
  piecesOf(markdown)
    .map((piece) => (typeof piece === 'string' ? piece : VALUE))
    .join('')
    .split(/\n+/)
    .flatMap(cellsOf)
    .map((text) => text.replaceAll(MARKS, '').trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text));

/**
 * A claim without the values that it quotes, for limits of length: numbers with their units, and what stands in brackets with
 * them. A sentence with a list of measured rates is not hard to read because of the list.
 */
export const withoutValues = (text: string): string =>
  text
    .replaceAll(/ ?[(（][^()（）]*\d[^()（）]*[)）]/g, '')
    .replaceAll(/\d+(?:[.,]\d+)*(?: ?(?:[mnµ]?s|%|万|million|KiB|MB)(?!\w))?/g, '#');
