// A text that names a label of the page refers to it: `{label.lab.knobs.newSeed}` is written as that label is in the same
// language. So a label that is renamed is renamed everywhere, and a reference to no label stops the build and the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { at } from './paths.mjs';

const REFERENCE = /\{label\.([\w.-]+)\}/g;

/** The one file whose first keys are not below its own name (src/i18n/en/index.ts). */
const WITHOUT_NAME = 'stage';

/**
 * All texts of a language by their paths: `lab.knobs.newSeed`, `fields.fields.Network.rttUs`.
 * @param {string} folder of the language
 * @returns {Map<string, string>}
 */
function textsIn(folder) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {(part: unknown, path: string) => void} */
  const add = (part, path) => {
    if (typeof part === 'string') texts.set(path, part);
    else
      for (const [key, inner] of Object.entries(/** @type {object} */ (part)))
        add(inner, path === '' ? key : `${path}.${key}`);
  };
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const name = basename(file, '.json');
    add(JSON.parse(readFileSync(join(folder, file), 'utf8')), name === WITHOUT_NAME ? '' : name);
  }
  return texts;
}

/** A label as a part of a JSON string.
 * @type {(label: string) => string}
 */
const escaped = (label) => JSON.stringify(label).slice(1, -1);

/**
 * A file of a language with its references replaced.
 * @param {string} text JSON, or with another `write` any text
 * @param {string} folder of the language
 * @param {(label: string) => string} write a label as the text has it
 * @throws when a reference names no text, or one with placeholders, tags or references of its own
 */
export function resolveLabels(text, folder, write = escaped) {
  if (!text.includes('{label.')) return text;
  const texts = textsIn(folder);
  return text.replace(REFERENCE, (_, path) => {
    const label = texts.get(path);
    if (label === undefined) throw new Error(`{label.${path}}: ${folder} has no such text`);
    if (/[{<]/.test(label)) throw new Error(`{label.${path}}: not a plain label, but “${label}”`);
    return write(label);
  });
}

/** Files with references: the catalogues, and the texts of lessons, which are loaded as strings. */
const FILES = /\/src\/(?:i18n\/[^/]+\/[^/]+\.json|learn\/lessons\/content\/[^/]+\/\w+\.[\w-]+\.md\?raw)$/;

/**
 * Whether a module is written with texts of other files.
 * @param {string} id
 * @param {string} text
 */
export const hasReferences = (id, text) => FILES.test(id) && text.includes('{label.');

/**
 * The folder of the language that a file is in.
 * @param {string} file
 */
function folderOf(file) {
  const language = /\.([\w-]+)\.md(?:\?raw)?$/.exec(file)?.[1];
  return language === undefined ? dirname(file) : at('src/i18n', language);
}

/**
 * The text of a lesson with its references replaced.
 * @param {string} markdown
 * @param {string} file its path, which names the language
 */
export const resolveLessonLabels = (markdown, file) =>
  resolveLabels(markdown, folderOf(file), (label) => label);

/**
 * Vite's plugin for them.
 * @returns {import('vite').Plugin}
 */
export const labelReferences = () => ({
  name: 'label-references',
  enforce: 'pre',
  transform: {
    filter: { id: FILES },
    handler(json, id) {
      const folder = folderOf(id);
      if (json.includes('{label.'))
        for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file));
      return resolveLabels(json, folder);
    },
  },
});
