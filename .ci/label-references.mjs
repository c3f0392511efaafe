// A text that names a label of the page refers to it: `{label.lab.knobs.newSeed}` is written as that label is in the same
// language. So a label that is renamed is renamed everywhere, and a reference to no label stops the build and the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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

/**
 * A file of a language with its references replaced.
 * @param {string} json its text
 * @param {string} folder of the language
 * @throws when a reference names no text, or one with placeholders, tags or references of its own
 */
export function resolveLabels(json, folder) {
  if (!json.includes('{label.')) return json;
  const texts = textsIn(folder);
  return json.replace(REFERENCE, (_, path) => {
    const label = texts.get(path);
    if (label === undefined) throw new Error(`{label.${path}}: ${folder} has no such text`);
    if (/[{<]/.test(label)) throw new Error(`{label.${path}}: not a plain label, but “${label}”`);
    return JSON.stringify(label).slice(1, -1);
  });
}

/**
 * Vite's plugin for them.
 * @returns {import('vite').Plugin}
 */
export const labelReferences = () => ({
  name: 'label-references',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/i18n\/[^/]+\/[^/]+\.json$/ },
    handler(json, id) {
      const folder = dirname(id);
      if (json.includes('{label.'))
        for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file));
      return resolveLabels(json, folder);
    },
  },
});
