import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { ownAddress } from '../../actions/embed.ts';
import { experiment } from '../../stores/experiment.ts';
import { useStore } from '../shared/use-store.ts';
import styles from './EmbedBar.module.css';

/** Above a Lab that is a part of another page: whose it is, and the way to the whole of it. */
export function EmbedBar() {
  return (
    <header className={styles.bar}>
      <Bar />
    </header>
  );
}

function Bar() {
  const t = useTranslations('embed');
  const app = useTranslations('app');
  // It leads to what is on screen when somebody goes there: written again with every change, and before it is used.
  useStore(experiment);
  const [, renew] = useReducer((count: number) => count + 1, 0);
  return (
    <>
      <b className={styles.name}>{app('name')}</b>
      <a href={ownAddress()} target="_blank" rel="noopener" onFocus={renew} onPointerEnter={renew}>
        {t('open')}
      </a>
    </>
  );
}
