/** Texts that hold other texts: their parts are read alone and keep their lines. */
import type { Context, Found, PieceReader } from './reader-result.ts';

/** A text with as many lines as the whole, where all lines but its own are empty. */
export type Part = string;

/** The lines of a text that a test keeps; the others become empty. */
export const onlyLines = (lines: readonly string[], keep: (index: number) => boolean): Part =>
  lines.map((line, index) => (keep(index) ? line : '')).join('\n');

/** Lines without the indentation that all of them have. */
export function dedented(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : [/^\s*/.exec(line)?.[0].length ?? 0]));
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return lines.map((line) => line.slice(least));
}

/**
 * What the parts give together; undefined if none of them is read.
 * @param lines of the whole that were understood besides
 */
export function readParts(
  kind: string,
  parts: readonly Part[],
  { readPart }: Context,
  lines: readonly number[],
): Found | undefined {
  const found = parts.flatMap((part) => (part.trim() === '' ? [] : (readPart(part) ?? [])));
  if (found.length === 0) return undefined;
  const all = <T>(list: (each: Found) => readonly T[] | undefined): T[] =>
    found.flatMap((each) => list(each) ?? []);
  const instances = found.findLast((each) => each.instances !== undefined)?.instances;
  return {
    kind,
    clients: all((each) => each.clients),
    versions: all((each) => each.versions),
    settings: all((each) => each.settings),
    unused: all((each) => each.unused),
    missing: all((each) => each.missing),
    problems: all((each) => each.problems),
    lines: [...lines, ...all((each) => each.lines)],
    observed: Object.assign({}, ...found.map(({ observed }) => observed)) as Found['observed'] & object,
    ...(instances !== undefined && { instances }),
  };
}

const FENCE = /^\s*(?:```|~~~)/;

/** Blocks of code in Markdown, and the paragraphs between them: a README, an issue, a question in a chat. */
export const readMarkdown: PieceReader = (text, context) => {
  const lines = text.split(/\r?\n/);
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []));
  if (fences.length < 2) return undefined;
  const parts = fences.flatMap((from, place): Part[] => {
    const to = fences[place + 1];
    if (place % 2 === 1 || to === undefined) return [];
    const inner = dedented(lines.slice(from + 1, to));
    return [onlyLines([...lines.slice(0, from + 1), ...inner], (index) => index > from)];
  });
  const isCode = (index: number) => fences.filter((fence) => fence < index).length % 2 === 1;
  const isProse = lines.map((line, index) => line.trim() !== '' && !fences.includes(index) && !isCode(index));
  const paragraphs = lines.flatMap((_, from): Part[] => {
    if (!isProse[from] || isProse[from - 1]) return [];
    const end = isProse.indexOf(false, from);
    return [onlyLines(lines, (index) => index >= from && (end < 0 || index < end))];
  });
  // Prose may name classes: it configures nothing.
  const readPart: Context['readPart'] = (part) => {
    const found = context.readPart(part);
    return found?.kind === 'snippet' && paragraphs.includes(part) ? undefined : found;
  };
  return readParts(
    'markdown',
    [...paragraphs, ...parts],
    { ...context, readPart },
    fences.map((index) => index + 1),
  );
};

/** What redis-cli prints before a command. */
const PROMPT = /^\s*(?:[\w.-]+:\d+(?:\[\d+\])?|redis|valkey)(?:\(TX\))?>\s*(\w*)/;

/** Several commands with their replies. Readings of one command stay together: INFO may come twice. */
export const readSession: PieceReader = (text, context) => {
  const lines = text.split(/\r?\n/);
  let current = '';
  const commands = lines.map((line) => {
    const prompt = PROMPT.exec(line);
    if (prompt) current = (prompt[1] ?? '').toLowerCase();
    return current;
  });
  const kinds = [...new Set(commands)];
  if (kinds.length < 2) return undefined;
  const parts = kinds.map((kind) => onlyLines(lines, (index) => commands[index] === kind));
  const prompts = lines.flatMap((line, index) => (PROMPT.test(line) ? [index + 1] : []));
  return readParts('redisCli', parts, context, prompts);
};
