/** YAML with a further option. */
import { type Document, isMap, parseAllDocuments, type YAMLMap } from 'yaml';
import { literalLike } from './literal.ts';
import type { OptionEdit } from './option-edit.ts';

/** Adds an option at the end of its deepest existing group, in the first document that has one; undefined without such a place. */
export function addedToYaml(text: string, edit: OptionEdit): string | undefined {
  const documents = parseAllDocuments(text);
  if (!('length' in documents)) return undefined;
  for (const document of documents) {
    const changed = addedToDocument(text, document, edit);
    if (changed !== undefined) return changed;
  }
  return undefined;
}

/** Spring writes durations with their unit, Redisson in milliseconds. */
const exampleFor = (key: string, unit: OptionEdit['unit']): string =>
  unit === 'plain' || !key.startsWith('spring.') ? '0' : '0ms';

function addedToDocument(
  text: string,
  document: Document.Parsed,
  { key, value, unit, written }: OptionEdit,
): string | undefined {
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const path = key.split('.');
  let map: YAMLMap = document.contents;
  let depth = 0;
  while (depth < path.length - 1) {
    const inner = map.get(path[depth] ?? '', false);
    if (!isMap(inner)) break;
    map = inner;
    depth++;
  }
  const last = map.items.at(-1);
  const first = map.items[0]?.key as { range?: readonly number[] } | undefined;
  const end = (last?.value as { range?: readonly number[] } | null)?.range?.[1];
  const start = first?.range?.[0];
  if (start === undefined || end === undefined || map.flow) return undefined;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const lines = path.slice(depth).map((name, index, all) => {
    const indent = ' '.repeat(column + 2 * index);
    return index === all.length - 1
      ? `${indent}${name}: ${literalLike(exampleFor(key, unit), value, unit, written)}`
      : `${indent}${name}:`;
  });
  const lineEnd = text.indexOf('\n', Math.max(0, end - 1));
  const at = lineEnd < 0 ? text.length : lineEnd;
  return `${text.slice(0, at)}\n${lines.join('\n')}${text.slice(at)}`;
}
