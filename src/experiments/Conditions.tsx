import { useTranslations } from 'use-intl';
import { fieldNamed } from '../model/scenario/fields.ts';
import type { Sweep } from '../model/sweep/definition.ts';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useSearchWords } from '../ui/search-words.ts';
import { addCondition } from './conditions.ts';
import styles from './Experiments.module.css';
import { knobGroups } from './knob-menu.ts';
import { Overrides } from './Overrides.tsx';
import { changeSweep } from './sweep-definition.ts';

/** The fixed conditions: settings that all systems have, each removable. */
export function Conditions({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const words = useSearchWords();
  const { set, axes } = definition;
  const taken = new Set([...Object.keys(set), ...axes.flatMap(({ paths }) => paths)]);
  return (
    <fieldset className={styles.group}>
      <legend>{t('overrides')}</legend>
      <Overrides label={t('overrides')} set={set} onChange={(next) => changeSweep({ set: next })} />
      <SearchPicker
        label={t('overrides')}
        title={t('addCondition')}
        prompt={t('search.prompt')}
        nothing={t('search.nothing')}
        groups={() => knobGroups(words, ({ path }) => !taken.has(path))}
        onChoose={(path) => {
          const field = fieldNamed(path);
          if (field) void addCondition(field);
        }}
      />
    </fieldset>
  );
}
