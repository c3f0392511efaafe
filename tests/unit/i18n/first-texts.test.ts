/** Tests that parts shown before lazy loading use only the first texts: the others are not loaded yet. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import first from '../../../src/i18n/en/index.ts';
import later from '../../../src/i18n/en/later.ts';

const root = join(import.meta.dirname, '../../../src');

/** The first files of Start and the Lab, and all that they import at once. */
function filesAtOnce(...entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (file: string) => {
    if (found.has(file) || !/\.tsx?$/.test(file)) return;
    const code = readFileSync(file, 'utf8');
    found.set(file, code);
    for (const [, request = ''] of code.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gm,
    ))
      add(join(dirname(file), request));
  };
  for (const entry of entries) add(join(root, entry));
  return found;
}

/** Namespaces of the texts that a file names: those of its translators, and those of its messages. */
const namespacesIn = (code: string): string[] =>
  [...code.matchAll(/(?:useTranslations\(\s*|\bmessage\(\s*|\bkey: )['`](\w+)/g)]
    .map(([, namespace = '']) => namespace)
    .filter((namespace) => namespace in first.messages || namespace in later.messages);

const files = filesAtOnce('main.tsx', 'app/page.tsx', 'lab/page/Lab.tsx');

test('Start and the Lab consist of many files, which use texts', () => {
  expect(files.size).toBeGreaterThan(200);
  expect([...files.values()].flatMap(namespacesIn).length).toBeGreaterThan(50);
});

test('Start and the Lab use first texts until a part loads lazily', () => {
  const missing = [...files].flatMap(([file, code]) =>
    namespacesIn(code)
      .filter((namespace) => !(namespace in first.messages))
      .map((namespace) => `${file.slice(root.length + 1)}: ${namespace}`),
  );
  expect(missing, 'texts of src/i18n/en/later.ts').toEqual([]);
});
