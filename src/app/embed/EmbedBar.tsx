import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './EmbedBar.module.css';
import { ownAddress } from './embed.ts';

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
