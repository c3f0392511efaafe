import { useTranslations } from 'use-intl';
import styles from './CheckTable.module.css';
import { type NumberWords, useNumberWords } from './use-number-words.ts';
import { type CheckedValue, shareOff } from './verdicts.ts';

export interface CheckTableProps {
  readonly caption: string;
  readonly values: readonly CheckedValue[];
}

/** Every compared value: published, allowed, modelled. */
export function CheckTable({ caption, values }: CheckTableProps) {
  const t = useTranslations('evidence');
  const words = useNumberWords();
  const hasKeys = values.some(({ key }) => key !== '');
  return (
    // Scrolls by itself, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
    <section className={styles.checks} tabIndex={0} aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.what')}</th>
            {hasKeys && <th scope="col">{t('columns.key')}</th>}
            <th scope="col">{t('columns.published')}</th>
            <th scope="col">{t('columns.allowed')}</th>
            <th scope="col">{t('columns.found')}</th>
            <th scope="col">{t('columns.off')}</th>
            <th scope="col">{t('columns.holds')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value, index) => {
            const off = shareOff(value);
            return (
              // A formula may be compared several times; the order never changes.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index}>
                <th scope="row">
                  <code>{value.what}</code>
                </th>
                {hasKeys && <td>{value.key}</td>}
                <td>{value.published === undefined ? '' : words.number(value.published)}</td>
                <td>{rangeText(value, words)}</td>
                <td>{foundText(value, words.number)}</td>
                <td>{value.published === undefined || off === undefined ? '' : words.signed(off)}</td>
                <td>
                  {t(value.holds ? 'holds' : 'fails')}
                  {value.byConstruction && <> · {t('outcomes.byConstruction')}</>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** `± 15%` of the published value, `75 … 83.3`, `≥ 84`; empty without bounds. */
export function rangeText({ published, low, high }: CheckedValue, { number, percent }: NumberWords): string {
  if (low === undefined) return high === undefined ? '' : `≤ ${number(high)}`;
  if (high === undefined) return `≥ ${number(low)}`;
  if (published === undefined || published === 0) return `${number(low)} … ${number(high)}`;
  return `± ${percent((high - low) / 2 / Math.abs(published))}`;
}

/** The value with its 95 % interval, when it has one. */
export const foundText = ({ found, halfWidth }: CheckedValue, number: (value: number) => string): string =>
  halfWidth === undefined ? number(found) : `${number(found)} ± ${number(halfWidth)}`;
