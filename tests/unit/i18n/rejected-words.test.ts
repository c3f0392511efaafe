/** One word for one thing: words that were once used beside the chosen one stay out of everything that is read on the page. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import rejected from './rejected-words.json' with { type: 'json' };

const FOLDERS = ['src/i18n', 'src/learn/lessons/content', 'src/evidence', 'src/model/scenario/presets'];
const texts = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|md)$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
);

it('there is something to read', () => {
  expect(texts.some(({ file }) => file.endsWith('reveal.zh-CN.md'))).toBe(true);
  expect(texts.some(({ text }) => text.includes('调用方'))).toBe(true);
});

describe.each(Object.entries(rejected['zh-CN']))('instead of %s', (word, chosen) => {
  it(`everybody says ${chosen}`, () => {
    expect(texts.flatMap(({ file, text }) => (text.includes(word) ? [file] : []))).toEqual([]);
  });
});
