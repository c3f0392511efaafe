/**
 * The texts of a lesson: Markdown in sections. `## hook` begins a section, `### predict.four` one for an option, a goal or an
 * outcome. Numbers that a run gives stand as `{{rate qps(local)}}`: a format and a formula.
 */
import type { Unit } from './lesson.ts';

/** Markdown by the name of its section. */
export type Sections = ReadonlyMap<string, string>;

const HEADING = /^#{2,3} +(\S+) *$/gm;

/** Cuts a file at its headings of the second and third level; what stands before the first is for authors. */
export function readSections(markdown: string): Sections {
  const headings = [...markdown.matchAll(HEADING)];
  return new Map(
    headings.map((heading, index) => {
      const from = heading.index + heading[0].length;
      return [heading[1] ?? '', markdown.slice(from, headings[index + 1]?.index).trim()];
    }),
  );
}

/** The names of a file's headings, in their order, also those that are there twice. */
export const sectionNames = (markdown: string): string[] =>
  [...markdown.matchAll(HEADING)].map(([, name = '']) => name);

/** A number of a run within a text. */
export interface Figure {
  readonly format: Unit;
  readonly formula: string;
}

/** Text, and figures in it. */
export type Piece = string | Figure;

const FORMATS: readonly string[] = ['rate', 'us', 'percent', 'factor', 'count'] satisfies Unit[];
const PLACEHOLDER = /\{\{(\w+) ([^{}]+)\}\}/g;

/** A text as its pieces. What is no placeholder of a known format stays as it is. */
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
