/** Words that are said in one way everywhere, and sentences that are true of one of a thing as of many. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../../.ci/paths.mjs';

const read = (language: string, file: string) => readFileSync(at(`src/i18n/${language}/${file}`), 'utf8');
const messagesOf = (language: string, file: string) => JSON.parse(read(language, file));

it('a pipeline is called 流水线, the word of the course; the other one is only known to the glossary', () => {
  const files = readdirSync(at('src/i18n/zh-CN')).filter(
    (file) => file.endsWith('.json') && !file.endsWith('-sources.json'),
  );
  expect(files.filter((file) => read('zh-CN', file).includes('管道'))).toEqual(['terms.json']);
  expect(read('zh-CN', 'terms.json').match(/管道/g)).toHaveLength(1);
});

it('a chain that ends at the work of a thread does not speak of several connections', () => {
  expect(messagesOf('en', 'follow.json').why.end.chore).not.toMatch(/connections/);
  expect(messagesOf('zh-CN', 'follow.json').why.end.chore).not.toMatch(/所有连接/);
});

it('a connection is lent at least for the time on the wire, in both languages', () => {
  expect(messagesOf('en', 'why.json').laws.pool).toMatch(/at least/);
  expect(messagesOf('zh-CN', 'why.json').laws.pool).toMatch(/至少/);
});

it('in Chinese nothing is only so much that is just that much in English, and nobody shares work alone', () => {
  const { limits, evidence, remarks, contrast } = messagesOf('zh-CN', 'why.json');
  const { pool, callers, wire } = limits;
  const facts = [...Object.values(evidence.values), ...[remarks.serverIdle, remarks.overload]];
  for (const text of [pool, callers, wire, ...facts]) expect(text).not.toMatch(/只/);
  expect(contrast.statements.needSpread).not.toMatch(/分担/);
});
