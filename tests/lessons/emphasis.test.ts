/** Emphasis in lessons becomes bold text: Markdown ignores marks beside a space, and shows them as asterisks. */
import { readFileSync } from 'node:fs';
import { lexer, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { readSections } from '../../src/learn/lessons/text.ts';
import { LANGUAGES } from '../../src/lib/languages.ts';
import { lessonFolders } from './files.ts';

/** The plain texts of a Markdown text that still have marks of bold text. */
const unread = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => {
    if ('tokens' in token && token.tokens) return unread(token.tokens);
    if (token.type === 'list') return unread(token.items);
    return token.type === 'text' && token.raw.includes('**') ? [token.raw] : [];
  });

const unreadOf = (sections: ReadonlyMap<string, string>) =>
  [...sections.values()].flatMap((text) => unread(lexer(text)));

describe.each(LANGUAGES)('no asterisk is left in %s', (language) => {
  it.each(lessonFolders)('$id', ({ before, after }) => {
    expect([before[language], after[language]].flatMap((texts) => (texts ? unreadOf(texts) : []))).toEqual(
      [],
    );
  });

  it('the template', () => {
    const template = readFileSync(at(`src/learn/lessons/template.${language}.md`), 'utf8');
    expect(unreadOf(readSections(template))).toEqual([]);
  });
});

it('finds marks beside a space', () => {
  expect(unread(lexer('一句。** 另一句。**'))).not.toEqual([]);
  expect(unread(lexer('一句。**另一句。**'))).toEqual([]);
});
