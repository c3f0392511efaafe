import { useTranslations } from 'use-intl';
import styles from './Write.module.css';

/** The parts of a lesson's text, as they are written there. */
const PARTS = {
  title: 'title, goal, author, language',
  runs: 'runs',
  stage: 'stage',
  predict: 'predict',
  reveal: 'reveal',
  see: 'reveal.see',
  vary: 'reveal.vary',
  check: 'reveal.check',
  transfer: 'reveal.transfer',
  sections: '## hook, ## predict …',
  options: '### predict.name',
  because: '### predict.name.because',
  figures: '{{rate qps(run)}}',
} as const;

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** What belongs into a lesson, in one table. */
export function WriteHelp() {
  const t = useTranslations('write.help');
  return (
    <details className={styles.help}>
      <summary>{t('title')}</summary>
      <p>{t('shape')}</p>
      <dl>
        {NAMES.map((name) => (
          <div key={name}>
            <dt>
              <code>{PARTS[name]}</code>
            </dt>
            <dd>{t(`part.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('kinds')}</p>
      <p>{t('lock')}</p>
    </details>
  );
}
