/** Amounts and figures of a driven system as text. */
import { useLocale, useTranslations } from 'use-intl';
import { formatCount, formatDuration, formatNumber } from '../../lib/format.ts';
import { formatList, type Language } from '../../lib/languages.ts';
import type { Figures } from './board.ts';
import type { Goal, PartId } from './scene.ts';

const NS_PER_US = 1_000;
const NS_PER_MS = 1_000_000;

export function useDriveTexts() {
  const t = useTranslations('drive');
  const locale = useLocale() as Language;
  return {
    list: (parts: readonly string[]) => formatList(locale, parts),
    amount: (part: PartId, value: number) =>
      part === 'rtt' ? formatDuration(value * NS_PER_US, locale) : t(`amount.${part}`, { value }),
    /** The same below a heading with the part's name. */
    bare: (part: PartId, value: number) =>
      part === 'rtt' && value > 0 ? formatDuration(value * NS_PER_US, locale) : formatNumber(value, locale),
    perSecond: ({ perSecond }: Figures) => t('figures.perSecond', { value: formatNumber(perSecond, locale) }),
    p99: ({ p99Us }: Figures) =>
      p99Us === null ? t('figures.none') : formatDuration(p99Us * NS_PER_US, locale),
    goal: ({ p99Ms, perSecond }: Goal) =>
      t('goal.text', {
        p99: formatDuration(p99Ms * NS_PER_MS, locale),
        perSecond: perSecond > 0 ? formatCount(perSecond, locale) : 'none',
      }),
  };
}
