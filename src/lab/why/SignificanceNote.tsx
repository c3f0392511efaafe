import { useLocale, useTranslations } from 'use-intl';
import { mayBeChance } from '../../charts/named-rows.ts';
import type { LeverId } from '../../model/explain/levers.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import styles from './Levers.module.css';

export interface SignificanceNoteProps {
  readonly changes: readonly {
    readonly id: LeverId;
    readonly difference: number;
    readonly half: number | undefined;
    /** Whether nothing in its runs is random. */
    readonly isExact: boolean;
  }[];
  readonly quantity: Quantity;
}

/** Says which changes may be chance, or that nothing is random. */
export function SignificanceNote({ changes, quantity }: SignificanceNoteProps) {
  const t = useTranslations('why.levers');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  if (changes.length === 0 || changes.some(({ half }) => half === undefined)) return null;
  if (changes.every(({ isExact }) => isExact))
    return <p className={styles.key}>{t('notRandom', { quantity })}</p>;
  const open = changes.filter(({ difference, half, isExact }) => !isExact && mayBeChance(difference, half));
  const names = list.format(open.map(({ id }) => t(`names.${id}`)));
  return <p className={styles.key}>{open.length > 0 ? t('notTold', { names }) : t('allTold')}</p>;
}
