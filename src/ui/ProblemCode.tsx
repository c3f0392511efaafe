import { useTranslations } from 'use-intl';
import { Help } from './Help.tsx';
import { Icon } from './Icon.tsx';
import styles from './ProblemCode.module.css';

/** The code of a problem, to search for: behind a small button after its sentence, which stands alone. */
export function ProblemCode({ code }: { readonly code: string }) {
  const t = useTranslations('app.problem');
  const label = t('code', { code });
  return (
    <Help
      label={label}
      term={
        <span className={styles.term}>
          <span className="visually-hidden">{code}</span>
          <Icon name="info" />
        </span>
      }
    >
      <p>{label}</p>
    </Help>
  );
}
