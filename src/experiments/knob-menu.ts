/** The settings that an experiment can vary or fix, as groups of a searchable menu. */
import { type Field, fields } from '../model/scenario/fields.ts';
import { canVary } from '../model/sweep/first-axis.ts';
import type { SearchGroup } from '../ui/SearchMenu.tsx';
import type { Words } from '../ui/texts.tsx';

/** Every such setting once. */
const KNOBS: readonly Field[] = [
  ...new Map(fields.filter(canVary).map((field) => [field.path, field])).values(),
];

/** @param isShown which settings the menu has */
export function knobGroups(words: Words, isShown: (field: Field) => boolean = () => true): SearchGroup[] {
  const shown = KNOBS.filter(isShown);
  const groups = [...new Set(shown.map(({ path }) => path.split('.')[0] ?? ''))];
  return groups.map((group) => ({
    title: words.group(group),
    options: shown
      .filter(({ path }) => path.startsWith(`${group}.`))
      .map((field) => ({
        id: field.path,
        title: words.field(field),
        code: field.path.slice(group.length + 1),
        found: words.searchText(field),
      })),
  }));
}
