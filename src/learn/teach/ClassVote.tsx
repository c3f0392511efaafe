import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { live } from '../../live/live-state.ts';
import { Button } from '../../ui/Button.tsx';
import { useStore } from '../../ui/use-store.ts';
import { closeVote, openVote, voteAddress } from './class-vote.ts';
import { teach } from './teach-state.ts';
import styles from './Votes.module.css';

interface ClassVoteProps {
  /** The lesson. */
  readonly id: string;
  /** Whether a QR code of the address is shown beside it. */
  readonly hasCode?: boolean;
}

/** Opens a vote in the bridge, and says how to take part; nothing where there is no bridge. */
export function ClassVote({ id, hasCode = false }: ClassVoteProps) {
  const t = useTranslations('teach.bridge');
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const vote = useStore(teach, (state) => state.vote);
  const [hasFailed, setHasFailed] = useState(false);
  if (!vote) {
    if (!isConnected) return null;
    return (
      <p className={styles.actions}>
        <Button onClick={async () => setHasFailed(!(await openVote()))}>{t('open')}</Button>
        {hasFailed && <span role="status">{t('failed')}</span>}
      </p>
    );
  }
  const address = voteAddress(id, vote);
  return (
    <section className={styles.vote} aria-label={t('title')}>
      <p className={styles.code}>
        <span>{t('code')}</span> <b>{vote.code}</b>
      </p>
      <p>{t('type', { hasCode: hasCode ? 'yes' : 'no' })}</p>
      <p className={styles.address}>
        <a href={address} target="_blank" rel="noopener">
          {address}
        </a>
      </p>
      <p>{t(vote.origins.length === 0 ? 'here' : 'room')}</p>
      <p>
        <Button look="quiet" onClick={closeVote}>
          {t('close')}
        </Button>
      </p>
    </section>
  );
}
