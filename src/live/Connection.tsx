import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../model/scenario/problem.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import { takeToken } from './bridge-token.ts';
import styles from './Live.module.css';
import { confirmRedis, connectBridge } from './live.ts';
import { live } from './live-state.ts';

/** After these errors the bridge must be restarted; reconnecting helps only with the same bridge. */
const ENDED: ReadonlySet<string> = new Set(['BR-01', 'BR-02', 'BR-04']);

/** The state of the connection, with instructions without one. */
export function Connection() {
  const t = useTranslations('real.connection');
  const words = useWords();
  const state = useStore(live);
  const failure = state.status === 'failed' ? state.problem : undefined;
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  switch (state.status) {
    case 'none':
      return (
        <section className={styles.group} aria-label={t('label')}>
          <p>{t('none')}</p>
          <pre className={styles.command}>
            <code>npm start</code>
          </pre>
          <p className={styles.soft}>{t('address')}</p>
        </section>
      );
    case 'connecting':
      return <p role="status">{t('connecting')}</p>;
    case 'cautious':
      return <Caution problem={state.problem} />;
    case 'failed':
      return (
        <section className={styles.group} aria-label={t('label')}>
          <ProblemList problems={failures} takesFocus>
            <Button onClick={reconnect}>{t('again')}</Button>
          </ProblemList>
          {ENDED.has(state.problem.code) && <p className={styles.soft}>{t('oneStart')}</p>}
        </section>
      );
    case 'connected':
      return (
        <p className={styles.soft} role="status">
          {t('connected', {
            version: state.redisVersion,
            place: t(`places.${state.place}`),
            ping: state.pingUs === undefined ? '…' : words.duration(state.pingUs * 1000),
          })}{' '}
          {state.pingUs !== undefined &&
            state.callUs !== undefined &&
            t('path', {
              page: words.duration(state.callUs * 1000),
              added: words.duration(Math.max(0, state.callUs - state.pingUs) * 1000),
            })}
        </p>
      );
  }
}

/** A Redis that looks like production is measured only after its host has been typed. */
function Caution({ problem }: { readonly problem: Problem }) {
  const t = useTranslations('real.connection');
  const [host, setHost] = useState('');
  const [refused, setRefused] = useState<Problem>();
  const problems = useMemo(() => (refused ? [problem, refused] : [problem]), [problem, refused]);
  const id = useId();
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(await confirmRedis(host));
  };
  return (
    <form className={styles.group} onSubmit={(event) => void confirm(event)}>
      <ProblemList problems={problems} takesFocus />
      <div className={styles.field}>
        <label htmlFor={id}>{t('host')}</label>
        <input
          id={id}
          className={styles.input}
          required
          autoComplete="off"
          value={host}
          onChange={(event) => setHost(event.target.value)}
        />
      </div>
      <Button type="submit">{t('confirm')}</Button>
    </form>
  );
}

/** A connected tab keeps its token. */
function reconnect(): void {
  const token = takeToken();
  if (token !== undefined) void connectBridge(token);
}
