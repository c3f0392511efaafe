import { useTranslations } from 'use-intl';
import type { Field } from '../model/scenario/fields.ts';
import { anyField } from '../model/scenario/list-fields.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useSearchWords } from '../ui/search-words.ts';
import { addCondition } from './conditions.ts';
import styles from './Experiments.module.css';
import { knobGroups } from './knob-menu.ts';
import { useListGroups } from './list-menu.ts';
import { Overrides } from './Overrides.tsx';
import { changeSweep } from './sweep-definition.ts';

/** The fixed conditions: settings that all systems have, each removable. */
export function Conditions({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const words = useSearchWords();
  const { set, axes } = definition;
  const listGroups = useListGroups();
  const taken = new Set([...Object.keys(set), ...axes.flatMap(({ paths }) => paths)]);
  const isFree = ({ path }: Field) => !taken.has(path);
  return (
    <fieldset className={styles.group}>
      <legend>{t('overrides')}</legend>
      <Overrides label={t('overrides')} set={set} onChange={(next) => changeSweep({ set: next })} />
      <SearchPicker
        label={t('overrides')}
        title={t('addCondition')}
        prompt={t('search.prompt')}
        nothing={t('search.nothing')}
        groups={() => [
          // A choice of another client would change which settings that client has.
          ...listGroups(definition, (field) => isFree(field) && field.kind !== 'choice'),
          ...knobGroups(words, isFree),
        ]}
        onChoose={(path) => {
          const field = anyField(path);
          if (field) void addCondition(field);
        }}
      />
    </fieldset>
  );
}
