/** A lesson shows one step at a time: its texts point at nothing that stands in another one. */
import { expect, it } from 'vitest';
import { lessonFolders } from './files.ts';

/** A table or drawing that is said to stand in the text itself. */
const POINTS = {
  en: /\b(?:table|list|breakdown|figure|chart|letters?)s? (?:above|below|beside)\b|\b(?:above|below) (?:table|list)\b/i,
  'zh-CN': /[上下](?:面的?|方的?)?(?:表|图表|列表|明细)/,
};
const hasTable = (text: string) => /^\|.*\|$/m.test(text);

it.each(
  lessonFolders.flatMap((folder) =>
    (['en', 'zh-CN'] as const).map((language) => [folder.id, language, folder] as const),
  ),
)('%s in %s points at tables of the same step only', (_, language, { before, after }) => {
  const sections = [...(before[language] ?? []), ...(after[language] ?? [])];
  expect(sections.length).toBeGreaterThan(0);
  expect(sections.filter(([, text]) => POINTS[language].test(text) && !hasTable(text))).toEqual([]);
});
