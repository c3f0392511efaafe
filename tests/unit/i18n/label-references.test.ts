/** References of texts to labels: what they become, and that each names a label in every language. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveLabels } from '../../../.ci/label-references.mjs';
import { at } from '../../../.ci/paths.mjs';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { textFiles, textsOf } from '../../support/catalogue.ts';

const folder = mkdtempSync(join(tmpdir(), 'labels-'));
writeFileSync(
  join(folder, 'lab.json'),
  JSON.stringify({ seed: { new: 'New "seed"' }, count: '{count} seeds', bold: '<b>Seed</b>' }),
);
writeFileSync(join(folder, 'stage.json'), JSON.stringify({ transport: { branch: 'Branch from here' } }));
writeFileSync(
  join(folder, 'settings.json'),
  JSON.stringify({ fields: { 'Network.rttUs': { label: 'RTT' } } }),
);

/** What a text becomes. */
const resolved = (text: string): unknown => JSON.parse(resolveLabels(JSON.stringify({ text }), folder));

describe('a reference', () => {
  it.each([
    ['Press “{label.lab.seed.new}” {count} times.', 'Press “New "seed"” {count} times.'],
    ['{label.transport.branch}, {label.settings.fields.Network.rttUs.label}', 'Branch from here, RTT'],
    ['{label} is no reference', '{label} is no reference'],
  ])('in “%s” becomes the label', (text, shown) => {
    expect(resolved(text)).toEqual({ text: shown });
  });

  it.each([
    ['{label.lab.seed.old}', /no such text/],
    ['{label.lab.seed}', /no such text/],
    ['{label.lab.count}', /not a plain label/],
    ['{label.lab.bold}', /not a plain label/],
  ])('stops with %s', (text, message) => {
    expect(() => resolved(text)).toThrow(message);
  });
});

describe.each(LANGUAGES)('every reference in %s', (language) => {
  it.each(textFiles(language))('names a label: %s', (file) => {
    expect([...textsOf(language, file).values()].filter((text) => text.includes('{label.'))).toEqual([]);
  });

  it('is resolved in the catalogue that the page loads', async () => {
    expect(JSON.stringify(await loadCatalogue(language))).not.toContain('{label.');
  });
});

/** A panel or a setting in italics: `*All settings*`. */
const IN_ITALICS = /(?<![*\w])\*([A-Z][^*\n]+)\*(?!\*)/g;

describe.each(readdirSync(at('src/learn/lessons/content')))('the lesson %s', (lesson) => {
  it('refers to labels of the Lab, and types none', () => {
    const labels = new Set([
      ...textsOf('en', 'settings.json').values(),
      ...[...textsOf('en', 'lab.json')]
        .filter(([key]) => /^(panels|knobs)\./.test(key))
        .map(([, label]) => label),
    ]);
    const folderOfLesson = at('src/learn/lessons/content', lesson);
    const typed = readdirSync(folderOfLesson)
      .filter((file) => file.endsWith('.en.md'))
      .flatMap((file) => [...readFileSync(`${folderOfLesson}/${file}`, 'utf8').matchAll(IN_ITALICS)])
      .map(([, words = '']) => words)
      .filter((words) => labels.has(words));
    expect(typed).toEqual([]);
  });
});
