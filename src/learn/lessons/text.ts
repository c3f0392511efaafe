/**
 * The texts of a lesson: Markdown in sections. `## hook` begins a section, `### predict.four` one for an
 * option, a goal or an outcome. Numbers from runs are written `{{rate qps(local)}}`: a format and a formula.
 */
import type { Unit } from './lesson.ts';

/** Markdown by section name. */
export type Sections = ReadonlyMap<string, string>;

const HEADING = /^#{2,3} +(\S+) *$/gm;

/** Splits a file at its headings of levels two and three; text before the first is for authors. */
export function readSections(markdown: string): Sections {
  const headings = [...markdown.matchAll(HEADING)];
  return new Map(
    headings.map((heading, index) => {
      const from = heading.index + heading[0].length;
      return [heading[1] ?? '', markdown.slice(from, headings[index + 1]?.index).trim()];
    }),
  );
}

/** The names of a file's headings in order, duplicates included. */
export const sectionNames = (markdown: string): string[] =>
  [...markdown.matchAll(HEADING)].map(([, name = '']) => name);

/** A number from a run within a text. */
export interface Figure {
  readonly format: Unit;
  readonly formula: string;
}

/** Text, or a figure in it. */
export type Piece = string | Figure;

const FORMATS: readonly string[] = ['rate', 'us', 'percent', 'factor', 'count'] satisfies Unit[];
const PLACEHOLDER = /\{\{(\w+) ([^{}]+)\}\}/g;

/** Splits a text into its pieces. Placeholders of unknown formats stay text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    const [whole, format = '', formula = ''] = match;
    if (!FORMATS.includes(format)) continue;
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ format: format as Unit, formula: formula.trim() });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The figures of a text. */
export const figuresOf = (text: string): Figure[] =>
  piecesOf(text).filter((piece): piece is Figure => typeof piece !== 'string');
