import { useTranslations } from 'use-intl';
import { accessOf, hasRules } from '../../model/scenario/controls.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './Changes.module.css';
import { choosePreset } from './edit.ts';
import type { SideState } from './experiment-state.ts';
import { resetKnob } from './knob.ts';
import { useChips } from './use-chips.ts';

export interface ChangesProps {
  readonly side: SideName;
  readonly state: SideState;
}

/** A choice goes back together with what belongs to it. */
const wholeOf = (path: string): string => path.replace(/\.kind$/, '');

/** What has been changed of a preset, with the way back for each and for all of it. */
export function Changes({ side, state }: ChangesProps) {
  const t = useTranslations('note.changes');
  const { base, scenario, preset } = state;
  const rules = useStore(ui, (state) => state.rules);
  const chips = useChips(base, scenario);
  const shown = chips.filter(({ path }) => accessOf(rules, path) !== 'hidden');
  return (
    <ul className={styles.changes} aria-label={t('label', { side: side.toUpperCase() })}>
      {shown.map(({ path, label, from, to }) => (
        <li key={path} className={styles.chip}>
          <span>{t('chip', { label, from, to })}</span>
          {accessOf(rules, path) === 'free' && (
            <Button
              look="small"
              aria-label={t('back', { label, value: from })}
              title={t('back', { label, value: from })}
              onClick={() => void resetKnob([side], wholeOf(path))}
            >
              <Icon name="reset" />
            </Button>
          )}
        </li>
      ))}
      {shown.length > 1 && !hasRules(rules) && (
        <li>
          <Button look="small" onClick={() => choosePreset(side, preset)}>
            {t('allBack')}
          </Button>
        </li>
      )}
    </ul>
  );
}
