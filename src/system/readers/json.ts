/** JSON: package.json, appsettings.json, and options of a client as an object. */
import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type Library, libraries, optionOf } from '../../model/libraries/library.ts';
import type { Json } from '../../model/scenario/patch.ts';
import { connectionStringOptions } from './addresses.ts';
import { libraryOfPackage, rangeOf } from './dependencies.ts';
import type { Context, Found, FoundClient, FoundOption, FoundVersion, PieceReader } from './reader-result.ts';
import { springClients } from './spring.ts';

/** Libraries whose options people write as JSON. */
const WITH_JSON = new Set(['ioredis', 'nodeRedis', 'redisPy', 'redisson', 'stackExchange']);
/** Names that many libraries share say nothing. */
const COMMON = new Set([
  'host',
  'port',
  'password',
  'username',
  'db',
  'database',
  'url',
  'name',
  'timeout',
  'user',
  'ssl',
  'tls',
]);

export const readJson: PieceReader = (text, context) => {
  if (!/^\s*(?:\/\/[^\n]*\n\s*)*\{/.test(text)) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root?.type !== 'object' || errors.length > 0) return undefined;
  const lineOf = (node: Node): number => text.slice(0, node.offset).split('\n').length;
  return packages(root, lineOf) ?? configuration(leaves(root, lineOf), context);
};

/** Dependencies of package.json. */
function packages(root: Node, lineOf: (node: Node) => number): Found | undefined {
  const versions = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((group) =>
    (findNodeAtLocation(root, [group])?.children ?? []).flatMap((property): FoundVersion[] => {
      const [name, value] = property.children ?? [];
      const key = String(name?.value ?? '');
      const library = libraryOfPackage(key, 'npm');
      return library && name
        ? [{ library, version: rangeOf(String(value?.value ?? '')), line: lineOf(name), key }]
        : [];
    }),
  );
  return versions.length > 0 ? { kind: 'dependencies', versions } : undefined;
}

/** Every value with its dotted key. */
function leaves(node: Node, lineOf: (node: Node) => number, path = ''): FoundOption[] {
  return (node.children ?? []).flatMap((child, index): FoundOption[] => {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    const own = name ? String(name.value) : `[${index}]`;
    const key = path === '' ? own : name ? `${path}.${own}` : `${path}${own}`;
    if (!value) return [];
    if (value.type === 'object' || value.type === 'array') return leaves(value, lineOf, key);
    return [{ key, raw: value.value as Json, line: lineOf(name ?? value), kind: 'code' }];
  });
}

function configuration(found: readonly FoundOption[], context: Context): Found | undefined {
  const spring = springClients(found, context);
  if (spring) return { kind: 'springYaml', ...spring };
  const strings = found.flatMap(({ raw, line }) =>
    typeof raw === 'string' ? (connectionStringOptions(raw, line) ?? []) : [],
  );
  if (strings.length > 0)
    return { kind: 'stackExchangeString', clients: [{ library: 'stackExchange', options: strings }] };
  const ranked = libraries
    .filter(({ id }) => WITH_JSON.has(id))
    .map((library) => ({ library, known: found.filter((option) => isTelling(library, option)).length }))
    .filter(({ known }) => known > 0)
    .sort((a, b) => b.known - a.known);
  const [best] = ranked;
  if (!best) return undefined;
  const options = inGroup(found, best.library).map((option) => ({ ...option, key: lastOf(option.key) }));
  // Several libraries may have all of these names: then it is asked.
  const equal = ranked.filter(({ known }) => known === best.known);
  const clients: FoundClient[] = equal.map(({ library }) => ({ library: library.id, options }));
  return { kind: 'optionsJson', clients };
}

const lastOf = (key: string): string => key.split('.').at(-1) ?? key;

const isTelling = (library: Library, { key }: FoundOption): boolean => {
  const name = lastOf(key);
  return !COMMON.has(name) && (optionOf(library, name)?.unit ?? 'text') !== 'text';
};

/** The options in the deepest group that has all telling ones: a file may configure much else. */
function inGroup(found: readonly FoundOption[], library: Library): readonly FoundOption[] {
  const groups = found
    .filter((option) => isTelling(library, option))
    .map(({ key }) => key.split('.').slice(0, -1));
  let common = groups[0] ?? [];
  for (const group of groups) common = common.filter((part, index) => group[index] === part);
  const prefix = common.map((part) => `${part}.`).join('');
  return found.filter(({ key }) => key.startsWith(prefix));
}
