/**
 * Reads the sources of the page as a graph of imports, so that the rules about layers can be tests. The checks take
 * plain data and are therefore tested on bad examples themselves.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { parseSync } from 'vite';

export interface Import {
  /** Files relative to src/, with slashes. */
  from: string;
  to: string;
}

export interface Source {
  file: string;
  imports: Import[];
  /** Packages that are imported. */
  packages: Set<string>;
  /** Names and member accesses that some layers may not use: `WebAssembly`, `Math.random`. */
  uses: Set<string>;
}

export function readSources(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => readSource(file, readFileSync(join(root, file), 'utf8')));
}

export function readSource(file: string, text: string): Source {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const packages = new Set<string>();
  const add = (request: string) => {
    if (request.startsWith('.'))
      imports.push({ from: file, to: posix.normalize(posix.join(posix.dirname(file), request)) });
    else packages.add(request);
  };

  for (const { moduleRequest } of module.staticImports) add(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) add(moduleRequest.value);
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, ''));

  const uses = new Set<string>();
  visit(program, (node) => {
    if (node.type === 'Identifier') uses.add(String(node.name));
    else if (node.type === 'MemberExpression')
      uses.add(`${lastName(node.object)}.${lastName(node.property)}`);
    else if (node.type === 'NewExpression' && lastName(node.callee) === 'Date') {
      if ((node.arguments as unknown[]).length === 0) uses.add('new Date()');
    } else if (node.type === 'TSImportType') add(stringOf(node.source ?? node.argument));
    // new URL('./x.ts', import.meta.url) loads a worker, import.meta.glob('./x/*.json') loads every match.
    if (node.type === 'NewExpression' && lastName(node.callee) === 'URL') add(stringOf(first(node)));
    if (node.type === 'CallExpression' && /^import\.meta\.glob\b/.test(text.slice(node.start, node.end)))
      add(stringOf(first(node)));
  });
  return { file, imports, packages, uses };
}

type Node = { type: string; start: number; end: number; [field: string]: unknown };

function visit(value: unknown, found: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, found);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) found(value as Node);
    for (const child of Object.values(value)) visit(child, found);
  }
}

const first = (node: Node): unknown => (node.arguments as unknown[])[0];
const stringOf = (node: unknown): string => {
  const literal = node as { value?: unknown; literal?: unknown } | undefined;
  return typeof literal?.value === 'string'
    ? literal.value
    : literal?.literal
      ? stringOf(literal.literal)
      : '';
};
/** `random` of `Math.random`, `performance` of `globalThis.performance`. */
function lastName(node: unknown): string {
  const { type, name, property } = node as { type?: string; name?: string; property?: unknown };
  return type === 'MemberExpression' ? lastName(property) : (name ?? '');
}

/**
 * What each layer may import besides its own files. A key is a folder or a file below src/; the longest one that fits a file is
 * its layer.
 */
export type Table = Readonly<Record<string, readonly string[]>>;

export function layerOf(file: string, table: Table): string | undefined {
  const fits = (layer: string) => file === layer || file.startsWith(`${layer}/`);
  return Object.keys(table)
    .filter(fits)
    .sort((a, b) => b.length - a.length)[0];
}

/** One sentence for each import that points the wrong way. */
export function badEdges(imports: readonly Import[], table: Table): string[] {
  return imports.flatMap(({ from, to }) => {
    const edge = `${from} imports ${to}`;
    const source = layerOf(from, table);
    const target = layerOf(to, table);
    if (source === undefined)
      return [`${from} belongs to no layer: give its folder a row in the import table`];
    if (target === undefined) return [`${edge}, which belongs to no layer`];
    const code = table[source] ?? [];
    if (source === target || code.includes(target)) return [];
    return [`${edge}: ${source} may import ${code.join(', ') || 'nothing of ours'}`];
  });
}

/** Groups of files that import each other, types included, each as one path that comes back to its beginning. */
export function cycles(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    const seen = path.indexOf(file);
    if (seen >= 0) found.push([...path.slice(seen), file].join(' -> '));
    if (seen >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}

/** Every file below some folders with one of the endings, with its number of lines. */
export function lineCounts(root: string, folders: readonly string[], ending: RegExp): [string, number][] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ending.test(entry.name))
      .map((entry): [string, number] => {
        const path = join(entry.parentPath, entry.name);
        return [relative(root, path), readFileSync(path, 'utf8').split('\n').length - 1];
      })
      .filter(([file]) => dirname(file).split(/[\\/]/).at(-1) !== 'generated'),
  );
}
