import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import type { SideInfo } from '../stage-view/stage-side.ts';
import styles from './SideChoice.module.css';

export interface SideChoiceProps {
  readonly sides: readonly SideInfo[];
  readonly chosen: SideName | undefined;
  readonly onChoose: (side: SideName) => void;
}

/** A narrow screen has room for one side at a time; both play on under the same clock. */
export function SideChoice({ sides, chosen, onChoose }: SideChoiceProps) {
  const t = useTranslations('lab.pair');
  return (
    <fieldset className={styles.choice} aria-label={t('label')}>
      {sides.map(({ id, title }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          <SideBadge side={id} /> {title}
        </button>
      ))}
    </fieldset>
  );
}
