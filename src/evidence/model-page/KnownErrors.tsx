import { useTranslations } from 'use-intl';
import { inLanguage } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import { foundText, rangeText } from '../reproductions/CheckTable.tsx';
import type { AnsweredClaim } from '../reproductions/evidence-state.ts';
import { useNumberWords } from '../reproductions/use-number-words.ts';
import { checkedValues, headline, shareOff } from '../reproductions/verdicts.ts';
import styles from './Model.module.css';

/** The failing claims: statement, deviation of the model, and reason. */
export function KnownErrors({ claims }: { readonly claims: readonly AnsweredClaim[] }) {
  const t = useTranslations('model.agreement');
  const { language } = useWords();
  return (
    <table className={`${styles.table} ${styles.errors}`}>
      <caption className="visually-hidden">{t('errorsCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.id')}</th>
          <th scope="col">{t('columns.why')}</th>
        </tr>
      </thead>
      <tbody>
        {claims.map((answered) => (
          <tr key={answered.claim.id}>
            <th scope="row">
              <b>{answered.claim.id}</b> {inLanguage(answered.claim.statement, language)}
              <small>{answered.claim.source}</small>
            </th>
            <td>
              <Found answered={answered} />
              {answered.claim.because && inLanguage(answered.claim.because, language)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The value with the largest deviation. */
function Found({ answered }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('model.agreement');
  const words = useNumberWords();
  const value = headline(checkedValues(answered));
  if (!value) return null;
  const { published } = value;
  const allowed = rangeText(value, words);
  // An order has no single value.
  if (allowed === '') return null;
  const found = foundText(value, words.number);
  const off = shareOff(value);
  return (
    <p className={styles.note}>
      <code>{value.what}</code>:{' '}
      {published === undefined || off === undefined
        ? t('found', { found, allowed })
        : t('foundBeside', { found, off: words.signed(off), published: words.number(published), allowed })}
    </p>
  );
}
