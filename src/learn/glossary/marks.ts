/** Finds the first mention of each glossary term in a text. */

/** A mention of a term: `[from, to)` in the text. */
export interface Mark {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Finds terms by their spellings. */
export interface Finder {
  readonly pattern: RegExp;
  readonly idOf: ReadonlyMap<string, string>;
}

/** Code, blocks of code and figures contain no terms. */
const OPAQUE = /```[\s\S]*?```|`[^`]*`|\{\{[^}]*\}\}/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * A lower-case spelling may begin a sentence; any other is case-sensitive. Latin spellings match whole words.
 */
function patternOf(spelling: string): string {
  const first = spelling.charAt(0);
  const isSmall = spelling === spelling.toLowerCase() && first !== first.toUpperCase();
  const text = isSmall ? `[${first}${first.toUpperCase()}]${escaped(spelling.slice(1))}` : escaped(spelling);
  return /^[\w]/.test(spelling) ? `(?<![\\w-])${text}(?![\\w-])` : text;
}

/** @param spellings of each term by its id, divided by `|`; empty for a term that is not marked */
export function finderOf(spellings: Readonly<Record<string, string>>): Finder {
  const idOf = new Map<string, string>();
  for (const [id, all] of Object.entries(spellings))
    for (const spelling of all.split('|')) if (spelling !== '') idOf.set(spelling.toLowerCase(), id);
  // The longest first: "round-trip time" is not a "round trip" plus a word.
  const sorted = Object.values(spellings)
    .flatMap((all) => all.split('|'))
    .filter((spelling) => spelling !== '')
    .sort((a, b) => b.length - a.length);
  return { pattern: new RegExp(sorted.map(patternOf).join('|') || '(?!)', 'gu'), idOf };
}

/** Every mention of a term in a plain text, in order. */
export const mentionsIn = (text: string, { pattern, idOf }: Finder): Mark[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: word, index }) => {
    const id = idOf.get(word.toLowerCase());
    return id === undefined ? [] : [{ id, from: index, to: index + word.length }];
  });

/** The first mention of each term in a Markdown text, in order. */
export function marksIn(text: string, finder: Finder): Mark[] {
  // Same length, so that offsets stay valid.
  const readable = text.replace(OPAQUE, (opaque) => ' '.repeat(opaque.length));
  const seen = new Set<string>();
  return mentionsIn(readable, finder).filter(({ id }) => !seen.has(id) && seen.add(id));
}
