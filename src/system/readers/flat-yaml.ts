/** YAML as keys with values and lines; all documents of a file (profiles) in order. */
import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml';
import type { Json } from '../../model/scenario/patch.ts';
import type { FoundOption } from './found.ts';

/** Undefined if the text is no YAML map. */
export function flatYaml(text: string): FoundOption[] | undefined {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false });
  if (!Array.isArray(documents)) return undefined;
  const found: FoundOption[] = [];
  const walk = (node: unknown, key: string): void => {
    if (isMap(node))
      for (const { key: name, value } of node.items) {
        const own = String(isScalar(name) ? name.value : name);
        const path = key === '' ? own : `${key}.${own}`;
        if (isMap(value) || isSeq(value)) walk(value, path);
        else if (isScalar(value) && isScalar(name))
          found.push({ key: path, raw: value.value as Json, line: lines.linePos(name.range?.[0] ?? 0).line });
      }
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, `${key}[${index}]`);
  };
  let isAnyMap = false;
  for (const document of documents) {
    if (document.errors.length > 0) return undefined;
    if (isMap(document.contents)) isAnyMap = true;
    walk(document.contents, '');
  }
  return isAnyMap ? found : undefined;
}
