import { useLocale, useTranslations } from 'use-intl';
import { mayBeChance } from '../../charts/named-rows.ts';
import type { LeverId } from '../../explain/levers.ts';
import styles from './Levers.module.css';

export interface ToldProps {
  readonly changes: readonly {
    readonly id: LeverId;
    readonly difference: number;
    readonly half: number | undefined;
  }[];
}

/** Says which changes may be chance. */
export function Told({ changes }: ToldProps) {
  const t = useTranslations('why.levers');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  if (changes.length === 0 || changes.some(({ half }) => half === undefined)) return null;
  const open = changes.filter(({ difference, half }) => mayBeChance(difference, half));
  const names = list.format(open.map(({ id }) => t(`names.${id}`)));
  return <p className={styles.key}>{open.length > 0 ? t('notTold', { names }) : t('allTold')}</p>;
}
