/** YAML that holds files as texts: the data of a ConfigMap, the values of a Helm chart. */
import { isMap, isPair, isScalar, isSeq, LineCounter, parseAllDocuments, Scalar } from 'yaml';
import { dedented, onlyLines, type Part, readParts } from './parts.ts';
import type { PieceReader } from './reader-result.ts';

/** Lines from and to, from 0, both included. */
type Range = readonly [from: number, to: number];

export const readNestedYaml: PieceReader = (text, context) => {
  // A block text begins so.
  if (!/^\s*[^\s#][^\n]*:\s*[|>][-+\d]*\s*$/m.test(text) && !/^kind:\s*ConfigMap\b/m.test(text))
    return undefined;
  const counter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: counter, logLevel: 'silent', uniqueKeys: false });
  if (!Array.isArray(documents) || documents.some(({ errors }) => errors.length > 0)) return undefined;
  const lines = text.split(/\r?\n/);
  const lineAt = (offset: number): number => counter.linePos(offset).line - 1;
  const blocks = documents.flatMap(({ contents }) => blocksIn(contents, lineAt));
  const maps = documents.flatMap(({ contents, range }): Range[] =>
    isMap(contents) && String(contents.get('kind')) === 'ConfigMap'
      ? [[lineAt(range[0]), lineAt(range[1])]]
      : [],
  );
  if (blocks.length === 0 && (maps.length === 0 || documents.length < 2)) return undefined;
  const isIn = (ranges: readonly Range[], index: number) =>
    ranges.some(([from, to]) => index >= from && index <= to);
  const inner = blocks.map(([from, to]): Part => {
    const own = dedented(lines.slice(from, to + 1));
    return [...lines.slice(0, from).map(() => ''), ...own].join('\n');
  });
  const heads = blocks.map(([from]): Range => [from - 1, from - 1]);
  const isOuter = (index: number) => !isIn(blocks, index) && !isIn(heads, index);
  const parts = [
    ...inner,
    ...maps.map((map) => onlyLines(lines, (index) => isOuter(index) && isIn([map], index))),
    onlyLines(lines, (index) => isOuter(index) && !isIn(maps, index)),
  ];
  const outer = lines.flatMap((line, index) =>
    isIn(heads, index) || (isIn(maps, index) && /^(?:kind|apiVersion|metadata|data|\s+name):/.test(line))
      ? [index + 1]
      : [],
  );
  return readParts(maps.length > 0 ? 'configMap' : 'values', parts, context, outer);
};

/** The lines of all block texts below a node. */
function blocksIn(node: unknown, lineAt: (offset: number) => number): Range[] {
  if (isMap(node) || isSeq(node)) return node.items.flatMap((item) => blocksIn(item, lineAt));
  if (isPair(node)) return blocksIn(node.value, lineAt);
  if (!isScalar(node) || !node.range || typeof node.value !== 'string') return [];
  if (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED) return [];
  const from = lineAt(node.range[0]) + 1;
  const to = lineAt(Math.max(node.range[0], node.range[1] - 1));
  return to < from ? [] : [[from, to]];
}
