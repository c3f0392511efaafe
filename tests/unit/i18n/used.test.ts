/** No sentence without a reader, and no reader without a sentence: the keys of the catalogue against those in the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';

const root = new URL('../../../src/', import.meta.url);
const { messages } = await loadCatalogue('en');

/** Dot-separated paths of all messages. */
const leaves = (part: object, path = ''): string[] =>
  Object.entries(part).flatMap(([key, inner]) => {
    const own = path === '' ? key : `${path}.${key}`;
    return typeof inner === 'string' ? [own] : leaves(inner, own);
  });
const paths = leaves(messages);

/** Everything in quotes; a part that is put in stands as `*`. */
const textsIn = (code: string): string[] =>
  [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].map(([, one, two, three]) =>
    (one ?? two ?? three ?? '').replace(/\$\{[^}]*\}/g, '*'),
  );

/** What stands between the parenthesis at `start` and the one that closes it. */
function argumentsAt(code: string, start: number): string {
  let depth = 0;
  for (let end = start; end < code.length; end++) {
    if (code[end] === '(') depth++;
    else if (code[end] === ')' && --depth === 0) return code.slice(start + 1, end);
  }
  return '';
}

/** Keys asked of a translator: the texts in the call, or any name where the key comes from a table. */
function keysOfCalls(code: string): string[] {
  const translators = [...code.matchAll(/const (\w+) = useTranslations\(\s*(?:'([^']*)')?/g)];
  return translators.flatMap(([, variable = '', namespace]) =>
    [...code.matchAll(new RegExp(`\\b${variable}(?:\\.rich)?\\(`, 'g'))].flatMap(
      ({ index, 0: { length } }) => {
        const inside = argumentsAt(code, index + length - 1);
        const keys = /^[a-z][\w.]*$/.test(inside.split(',')[0]?.trim() ?? '') ? ['*'] : textsIn(inside);
        return keys.map((key) => (namespace === undefined ? key : `${namespace}.${key}`));
      },
    ),
  );
}

const isKey = (text: string) => /^[\w*]+(\.[\w*]+)*$/.test(text);
const pattern = (key: string) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '\\w+')}$`);

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^i18n|generated/.test(file))
  .map((file) => {
    const text = readFileSync(new URL(file, root), 'utf8');
    return { file, code: text.replace(/\/\*.*?\*\//gs, '').replace(/^\s*\/\/.*$/gm, '') };
  });

/** Whole paths, which the stage puts together for whoever translates them. */
const wholePaths = (code: string): string[] =>
  textsIn(code).filter((text) => isKey(text) && text.includes('.') && (text.split('.')[0] ?? '') in messages);

test('every message is used', () => {
  const keys = sources.flatMap(({ code }) => [...keysOfCalls(code), ...wholePaths(code)]);
  const known = new Set(keys.filter(isKey));
  const patterns = [...known].filter((key) => key.includes('*')).map(pattern);
  // Words that stand for others (`SeenWords`) are used where those are.
  const asked = paths.map((path) => path.replace(/^seen\.instead\./, ''));
  expect(asked.filter((path) => !known.has(path) && !patterns.some((keys) => keys.test(path)))).toEqual([]);
});

test('every key the stage puts together exists', () => {
  const keys = sources
    .filter(({ file }) => file.startsWith('stage/'))
    .flatMap(({ code }) => wholePaths(code));
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter((key) => !paths.some((path) => pattern(key).test(path)))).toEqual([]);
});
