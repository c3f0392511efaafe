import { useTranslations } from 'use-intl';
import { usePageTitle } from '../../ui/page-title.ts';
import styles from './Accessibility.module.css';
import report from './criteria.json';

/** As in a VPAT, with one more for what no test covers. */
export type Support = 'supports' | 'partial' | 'notApplicable' | 'notTested';

const LIMITS = ['reader', 'people', 'stage', 'browsers'] as const;

const count = (support: Support): number =>
  report.criteria.filter((criterion) => criterion.support === support).length;

/** The accessibility statement: conformance with WCAG 2.2, each claim with the tests that it follows from. */
export function Accessibility() {
  const t = useTranslations('accessibility');
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <h1>{t('title')}</h1>
        </header>
        <p>{t('intro')}</p>
        <p>{t('method')}</p>
        <h2>{t('limitsTitle')}</h2>
        <ul className={styles.limits}>
          {LIMITS.map((name) => (
            <li key={name}>{t(`limits.${name}`)}</li>
          ))}
        </ul>
        <h2 id="report">{t('report')}</h2>
        <p>
          {t('summary', {
            all: report.criteria.length,
            supports: count('supports'),
            partial: count('partial'),
            notApplicable: count('notApplicable'),
            notTested: count('notTested'),
          })}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-label={t('table')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('criterion')}</th>
                <th scope="col">{t('level')}</th>
                <th scope="col">{t('conformance')}</th>
                <th scope="col">{t('remarks')}</th>
              </tr>
            </thead>
            <tbody>
              {report.criteria.map((criterion) => (
                <Criterion key={criterion.id} criterion={criterion} />
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </div>
  );
}

function Criterion({ criterion }: { readonly criterion: (typeof report.criteria)[number] }) {
  const t = useTranslations('accessibility');
  const { id, level, support, tests, remark } = criterion;
  const files = [...new Set(tests.map((name) => report.tests[name as 'pages'].file))];
  return (
    <tr>
      <th scope="row">
        {id} {t(`criteria.${id.replaceAll('.', '_')}` as 'criteria.1_1_1')}
      </th>
      <td>{level}</td>
      <td>{t(`support.${support as Support}`)}</td>
      <td>
        {remark !== undefined && <p>{t(`remark.${remark}` as 'remark.stage')}</p>}
        {files.length > 0 && <p className={styles.tests}>{t('tests', { tests: files.join(', ') })}</p>}
      </td>
    </tr>
  );
}
