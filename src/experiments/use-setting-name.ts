import { useTranslations } from 'use-intl';
import { listPath } from '../model/scenario/list-fields.ts';
import { useWords } from '../ui/texts.tsx';
import type { EventField } from './list-menu.ts';

/** The name of a setting; one in a list says of which entry. */
export function useSettingName(): (path: string) => string {
  const t = useTranslations('experiments');
  const event = useTranslations('events.fields');
  const words = useWords();
  return (path) => {
    const at = listPath(path);
    const name = at?.list === 'events' ? event(at.own as EventField) : (words.labelOf(path) ?? path);
    return at ? t(`inList.${at.list}`, { name, number: at.number + 1 }) : name;
  };
}
