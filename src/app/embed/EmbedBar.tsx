import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './EmbedBar.module.css';
import { ownAddress } from './embed.ts';

/** The bar above an embedded Lab: the name of the page, and a link to all of it. */
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
  // The link leads to the current state: updated with every change, and before use.
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
