/**
 * The language of the page: banned words, one spelling of numbers, and how long a text of each kind may be. `words.json` has
 * the rules.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at } from '../../../.ci/paths.mjs';
import { loadSources, translatedSource } from '../../../src/i18n/cost-sources.ts';
import { readSections } from '../../../src/learn/lessons/text.ts';
import { LANGUAGES, type Language, REFERENCE } from '../../../src/lib/languages.ts';
import help from '../../../src/model/scenario/generated/help.json' with { type: 'json' };
import { lessonFolders } from '../../lessons/files.ts';
import { flatten, textFiles, textsOf } from '../../support/catalogue.ts';
import { costSources } from '../../support/cost-sources.ts';
import { allForms, lengthOf, longestForm, sentencesOf } from '../../support/longest-branch.ts';
import { paragraphsOf, withoutValues } from '../../support/prose.ts';
import rules from './words.json' with { type: 'json' };

/** A Latin word is whole; Chinese has no spaces between words. */
const wordPattern = (words: string, language: Language) =>
  new RegExp(language === 'zh-CN' ? words : `(?<![\\w-])(?:${words})(?![\\w-])`, 'iu');

const rulesFor = (language: Language) => [
  ...Object.entries(rules.banned[language]).map(([words, instead]) => ({
    pattern: wordPattern(words, language),
    instead,
  })),
  ...Object.entries(rules.forms[language]).map(([form, instead]) => ({
    pattern: new RegExp(form, 'u'),
    instead,
  })),
];

const kindOf = (path: string) => rules.limits.find(({ keys }) => new RegExp(keys).test(path))?.kind;

type Kind = keyof typeof rules.kinds;

/**
 * Every breach of a rule in one text, as lines that name the key.
 * @param forms all that the text can say
 * @param longest its longest form
 */
function breachesOfText(path: string, kind: Kind, language: Language, forms: string, longest = forms) {
  const words = rulesFor(language).flatMap(({ pattern, instead }) => {
    const found = pattern.exec(forms)?.[0];
    return found === undefined ? [] : [`${path}: “${found.trim()}” (${instead})`];
  });
  const most = rules.kinds[kind][language];
  const length = lengthOf(longest);
  const long = length > most ? [`${path}: ${length} words, a ${kind} has ${most} at most`] : [];
  const sentences = sentencesOf(longest)
    .map(lengthOf)
    .filter((words) => words > rules.sentence[language])
    .map((words) => `${path}: a sentence of ${words} words, ${rules.sentence[language]} at most`);
  return [...words, ...long, ...sentences];
}

/** Every breach of a rule in one message of a catalogue. */
const breachesIn = (path: string, message: string, language: Language): string[] =>
  breachesOfText(path, kindOf(path) as Kind, language, allForms(message), longestForm(message));

const breachesOf = (language: Language, file: string): string[] =>
  [...textsOf(language, file)].flatMap(([key, message]) =>
    breachesIn(`${basename(file, '.json')}.${key}`, message, language),
  );

const files = textFiles(REFERENCE);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  it.each(files)('keep the rules: %s', (file) => {
    expect(breachesOf(language, file)).toEqual([]);
  });
});

const breachesOfLesson = (path: string, markdown: string, language: Language): string[] =>
  paragraphsOf(markdown).flatMap((paragraph) => breachesOfText(path, 'paragraph', language, paragraph));

/** Lessons are Markdown: each of their paragraphs keeps the rules. A heading of a section is a name. */
describe.each(LANGUAGES)('the lessons in %s', (language) => {
  it('keep the rules: the template', () => {
    const template = readSections(readFileSync(at(`src/learn/lessons/template.${language}.md`), 'utf8'));
    expect(
      [...template].flatMap(([section, text]) => breachesOfLesson(`template.${section}`, text, language)),
    ).toEqual([]);
  });

  it.each(lessonFolders)('keep the rules: $id', ({ id, before, after }) => {
    const sections = [before[language], after[language]].flatMap((texts) => [...(texts ?? [])]);
    expect(
      sections.flatMap(([section, text]) => breachesOfLesson(`${id}.${section}`, text, language)),
    ).toEqual([]);
  });
});

/** What a claim says to readers, with its path in the file. */
function claimTexts(value: unknown, language: Language, path: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    key === language && typeof inner === 'string'
      ? [[path, inner]]
      : claimTexts(inner, language, `${path}.${key}`),
  );
}

describe.each(LANGUAGES)('the claims in %s', (language) => {
  it.each(readdirSync(at('src/evidence/claims')))('keep the rules: %s', (file) => {
    const topic: unknown = JSON.parse(readFileSync(at('src/evidence/claims', file), 'utf8'));
    const texts = claimTexts(topic, language, basename(file, '.json'));
    expect(texts).not.toEqual([]);
    expect(
      texts.flatMap(([path, text]) => breachesOfText(path, 'claim', language, text, withoutValues(text))),
    ).toEqual([]);
  });
});

/** Help and sources of settings in English, which the engine has; lines of its comments break anywhere. */
it.each(['fields', 'choices', 'sources'] as const)(
  'the help of settings in English keeps the rules: %s',
  (part) => {
    const breaches = [...flatten(help[part], `scenario.${part}.`)].flatMap(([key, text]) =>
      breachesIn(key, text.replaceAll('\n', ' '), REFERENCE),
    );
    expect(breaches).toEqual([]);
  },
);

/** A source is a few whole sentences, so that each can be read without the table around it. */
describe.each(LANGUAGES)('the sources of costs in %s', async (language) => {
  const texts = await loadSources(language);
  const sources = costSources.map((source) =>
    language === REFERENCE ? source : (translatedSource(texts, source) ?? ''),
  );

  it('keep the rules', () => {
    expect(sources.flatMap((source) => breachesOfText(source, 'source', language, source))).toEqual([]);
  });

  it(`are at most ${rules.sentencesOfSource} whole sentences`, () => {
    expect(
      sources.filter(
        (source) => !/[.。]$/u.test(source) || sentencesOf(source).length > rules.sentencesOfSource,
      ),
    ).toEqual([]);
  });
});

describe('the rules find', () => {
  it.each([
    ['en', 'lab.a', 'Redis serves nobody meanwhile.', ['nobody', 'meanwhile']],
    ['en', 'lab.a', '{n, plural, one {# is lent} other {95 % are free}}', ['lent', '0 %|5 %']],
    ['en', 'results.rows.a', 'One two three {n} four five', ['6 words']],
    ['en', 'why.limits.a', 'All is well, as it should be.', []],
    ['zh-CN', 'lab.a', '换个运气?', ['运气', '气?']],
  ] as const)('in %s, %s: “%s”', (language, path, message, found) => {
    const breaches = breachesIn(path, message, language);
    expect(breaches).toHaveLength(found.length);
    found.forEach((text, at) => {
      expect(breaches[at]).toMatch(new RegExp(text.replace('?', '\\?')));
    });
  });
});
