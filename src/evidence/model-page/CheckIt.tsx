import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import styles from './Model.module.css';

/** The command for each question. */
const COMMANDS = {
  claims: 'npm run --silent sim -- claims',
  predict: 'npm run --silent sim -- predict',
  fit: 'npm run fit -- PROFILE',
  twin: 'npm run --silent twin',
  run: 'npm run --silent sim -- run FILE.json',
  test: 'npm test',
} as const;

const WAYS = ['reproductions', 'live', 'lab'] as const;

/** Ways to verify the page. */
export function CheckIt() {
  const t = useTranslations('model.check');
  return (
    <>
      <p>{t('intro')}</p>
      <ul>
        {WAYS.map((command) => (
          <li key={command}>
            <Link href={`/${command}`}>{t(command)}</Link>
          </li>
        ))}
      </ul>
      <table className={styles.table}>
        <caption>{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('command')}</th>
            <th scope="col">{t('what')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(COMMANDS).map(([id, command]) => (
            <tr key={id}>
              <th scope="row">
                <code>{command}</code>
              </th>
              <td>{t(`commands.${id as keyof typeof COMMANDS}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('file')}</p>
    </>
  );
}
