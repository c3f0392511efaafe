import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/languages.ts';
import { hasMoment, type ShareWish } from '../link/share.ts';
import styles from './ShareDialog.module.css';

export type LinkStartValue = Omit<ShareWish, 'rules'>;

export interface LinkStartProps {
  readonly value: LinkStartValue;
  readonly onChange: (value: LinkStartValue) => void;
}

/** How the page begins for whoever opens the link. */
export function LinkStartOptions({ value, onChange }: LinkStartProps) {
  const t = useTranslations('share.begin');
  const id = useId();
  const reason = useId();
  const isMoment = hasMoment();
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={value.hasMoment}
          // It can be focused, and says why it cannot be changed.
          aria-disabled={!isMoment}
          aria-describedby={isMoment ? undefined : reason}
          onChange={(event) => isMoment && onChange({ ...value, hasMoment: event.target.checked })}
        />
        {t('moment')}
      </label>
      {!isMoment && (
        <p id={reason} className={styles.note}>
          {t('noMoment')}
        </p>
      )}
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={value.isPresenting}
          onChange={(event) => onChange({ ...value, isPresenting: event.target.checked })}
        />
        {t('presenting')}
      </label>
      <div className={styles.option}>
        <label htmlFor={id}>{t('language')}</label>
        <select
          id={id}
          value={value.lang ?? ''}
          onChange={(event) =>
            onChange({ ...value, lang: LANGUAGES.find((language) => language === event.target.value) })
          }
        >
          <option value="">{t('own')}</option>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}
