/** YAML as keys with values and lines. Aliases and merge keys are followed; keys that stand twice are named. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Json } from '../../model/scenario/patch.ts';
import type { FoundOption, FoundProblem } from './reader-result.ts';

export interface YamlDocument {
  readonly options: readonly FoundOption[];
  /** Lines of groups. */
  readonly lines: readonly number[];
  /** Keys that a map has twice: most parsers refuse them. */
  readonly duplicates: readonly FoundProblem[];
}

/** Aliases may repeat a text many times: more keys than this are no configuration. */
const MAX_KEYS = 20_000;
const MAX_DEPTH = 60;

/** The documents of a text; the place of its first error; undefined if it is no map. */
export function yamlDocuments(
  text: string,
): readonly YamlDocument[] | { readonly error: FoundProblem } | undefined {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    ...{ lineCounter: lines, logLevel: 'silent', uniqueKeys: false, merge: true },
  });
  if (!Array.isArray(documents)) return undefined;
  for (const { errors } of documents) {
    const [error] = errors;
    if (!error) continue;
    const { line } = lines.linePos(error.pos[0]);
    return { error: { code: 'SYS-14', line, key: 'YAML', value: text.split('\n')[line - 1]?.trim() ?? '' } };
  }
  const flat = documents.map((document) => flatDocument(document, lines));
  return documents.some(({ contents }) => isMap(contents)) ? flat : undefined;
}

const MERGE = '<<';

/** The text of a key; the parser has a symbol for merge keys. */
const nameOf = (name: unknown): string => {
  const value = isScalar(name) ? name.value : name;
  return typeof value === 'symbol' ? MERGE : String(value);
};

function flatDocument(document: Document.Parsed, lines: LineCounter): YamlDocument {
  const options: FoundOption[] = [];
  const groups: number[] = [];
  const duplicates: FoundProblem[] = [];
  const lineOf = (node: unknown): number =>
    lines.linePos((node as { range?: readonly number[] } | null)?.range?.[0] ?? 0).line;
  const resolved = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  let keys = 0;
  const walk = (given: unknown, key: string, depth: number, hidden: ReadonlySet<string>): void => {
    const node = resolved(given);
    if (depth > MAX_DEPTH || keys > MAX_KEYS) return;
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        const value = resolved(item);
        if (isScalar(value)) {
          keys++;
          options.push({ key: `${key}[${index}]`, raw: value.value as Json, line: lineOf(item) });
        } else walk(value, `${key}[${index}]`, depth + 1, new Set());
      }
      return;
    }
    if (!isMap(node)) return;
    const own = new Set<string>();
    for (const { key: name } of node.items) {
      const text = nameOf(name);
      if (text === MERGE) continue;
      if (own.has(text))
        duplicates.push({ code: 'SYS-13', line: lineOf(name), key: key === '' ? text : `${key}.${text}` });
      own.add(text);
    }
    for (const { key: name, value: given } of node.items) {
      keys++;
      const text = nameOf(name);
      const value = resolved(given);
      if (text === MERGE) {
        groups.push(lineOf(name));
        // Keys of the map itself win over those that it merges.
        for (const part of isSeq(value) ? value.items : [value]) walk(part, key, depth + 1, own);
        continue;
      }
      if (hidden.has(text)) continue;
      const path = key === '' ? text : `${key}.${text}`;
      if (isMap(value) || isSeq(value)) {
        groups.push(lineOf(name));
        walk(value, path, depth + 1, new Set());
      } else
        options.push({ key: path, raw: (isScalar(value) ? value.value : null) as Json, line: lineOf(name) });
    }
  };
  walk(document.contents, '', 0, new Set());
  return { options, lines: groups, duplicates };
}
