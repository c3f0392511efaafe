/** The documents lead to files that exist: every link, and every name of a file or folder in code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { at, root } from '../.ci/paths.mjs';

const BUILT = /(^|\/)(node_modules|target|dist[\w-]*|test-results)(\/|$)/;

const files = ['src', 'wasm', 'tests', '.ci', '.github', 'public'].flatMap((folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);
const documents = [
  'README.md',
  // A lesson is a text for learners, and a case of an import is a file of another tool.
  ...files.filter((file) => file.endsWith('.md') && !/lessons\/content|tests\/imports/.test(file)),
].filter((file) => !BUILT.test(file));

/** A file, or a folder that ends with a slash; `dist/` is built. */
const FILE_NAME = /^(?!dist\/)\w[\w./-]*(\.(ts|tsx|mjs|rs|json|css|csv|md)|\/)$/;

/** Whether a document may mean a file by this name: a path from a usual place, or a name below its own folder. */
function exists(name: string, document: string): boolean {
  const folder = dirname(document);
  const room = folder.split('/').slice(0, 2).join('/');
  const isAt = (place: string) => existsSync(join(root, place, name));
  return (
    [folder, room, '.', 'src', 'wasm', 'wasm/src'].some(isAt) ||
    files.some((file) => basename(file) === name && (folder === '.' || file.startsWith(`${folder}/`)))
  );
}

it.each(documents)('%s names files that exist', (document) => {
  const text = readFileSync(at(document), 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
  const names = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
  expect(names.filter((name) => FILE_NAME.test(name) && !exists(name, document))).toEqual([]);
});
