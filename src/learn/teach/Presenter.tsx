import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { carryOut } from '../../lab/keyboard/keys.ts';
import { isOnThisMachine } from '../../lab/link/share.ts';
import { Problems, TransportBar } from '../../lab/page/parts.tsx';
import { StagePane } from '../../lab/page/StagePane.tsx';
import { live } from '../../live/live-state.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { PointerHalo } from '../../ui/PointerHalo.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { announce, ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { indexOf } from '../lessons/beats.ts';
import { totalOf } from '../lessons/votes.ts';
import { BeatContent } from './BeatContent.tsx';
import { openVote, voteAddress } from './class-vote.ts';
import { Elapsed } from './Elapsed.tsx';
import styles from './Presenter.module.css';
import { beatOf, followBeats, goBeat, showCode, toggleBlank } from './teach.ts';
import { teach } from './teach-state.ts';
import { joinWindows, openNotes, studentAddress } from './teach-windows.ts';
import { useBeatKeys, useBeatTitle } from './use-beat.ts';

/** A lesson on a projector: one beat at a time, in large type. */
export function Presenter({ id }: { readonly id: string }) {
  const t = useTranslations('teach.bar');
  const [isStageAlone, setIsStageAlone] = useState(false);
  const title = useLessonTitle();
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  useEffect(() => {
    ui.setState({ isPresenting: true });
    const ends = [joinWindows(false), followBeats()];
    return () => {
      for (const end of ends) end();
      ui.setState({ isPresenting: false });
    };
  }, []);
  useBeatKeys();
  useLayoutEffect(() => carryOut('qr', () => showCode(true)), []);
  usePageTitle(title(id));
  const state = useStore(teach);
  const beat = beatOf(state);
  if (!beat) return null;
  const hasStage = beat.hasStage || state.world !== undefined;
  const isAlone = hasStage && isStageAlone;
  return (
    <div className={styles.page} data-stage={hasStage} data-alone={isAlone} data-large={isPresenting}>
      <h1 className="visually-hidden">{title(id)}</h1>
      <section
        className={styles.words}
        aria-labelledby="beat-title"
        data-beat={beat.kind}
        hidden={isAlone}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
        tabIndex={0}
      >
        <BeatContent key={beat.kind} beat={beat} />
      </section>
      {hasStage && (
        <div className={styles.stage}>
          <Problems />
          <ErrorBoundary>
            <StagePane />
          </ErrorBoundary>
          {beat.scene !== 'held' && <TransportBar />}
        </div>
      )}
      <Bar id={id}>
        {hasStage && (
          <Button variant="quiet" aria-pressed={isStageAlone} onClick={() => setIsStageAlone(!isStageAlone)}>
            {t('stageAlone')}
          </Button>
        )}
      </Bar>
      {state.hasCode && <Room id={id} />}
      {state.isBlank && <Blank />}
      <PointerHalo />
    </div>
  );
}

/** Controls for a teacher without a clicker, small and unobtrusive. */
function Bar({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const t = useTranslations('teach.bar');
  const title = useLessonTitle();
  const beatTitle = useBeatTitle();
  const { beats, place } = useStore(teach);
  const at = indexOf(beats, place);
  const beat = beats[at];
  const [hasRefused, setHasRefused] = useState(false);
  const notes = () => {
    const isOpen = openNotes(id);
    setHasRefused(!isOpen);
    if (!isOpen) announce(t('notesRefused'), { isVisible: true });
  };
  return (
    <nav className={styles.bar} aria-label={t('label')}>
      <a href="#/teach" className={styles.leave} aria-label={t('leave')} title={t('leave')}>
        <Icon name="close" />
      </a>
      <span className={styles.where}>
        {title(id)} · {beat && beatTitle(beat)}
      </span>
      <Elapsed />
      {children}
      <Button variant="quiet" onClick={() => showCode(true)} title={`${t('code')} (Q)`}>
        {t('code')}
      </Button>
      <Button variant="quiet" onClick={toggleBlank} title={`${t('blank')} (B)`}>
        {t('blank')}
      </Button>
      {hasRefused ? (
        <a className={styles.link} href={`#/teach/${id}/notes`} target="_blank" rel="noopener">
          {t('notes')}
        </a>
      ) : (
        <Button variant="quiet" onClick={notes}>
          {t('notes')}
        </Button>
      )}
      <span className={styles.moves}>
        <Button
          aria-label={t('back')}
          title={`${t('back')} (Page Up)`}
          aria-disabled={at === 0}
          onClick={() => goBeat(-1)}
        >
          ‹
        </Button>
        <span>
          <span className="visually-hidden">{t('place', { at: at + 1, all: beats.length })}</span>
          <span aria-hidden="true">
            {at + 1} / {beats.length}
          </span>
        </span>
        <Button
          aria-label={t('next')}
          title={`${t('next')} (Page Down)`}
          aria-disabled={at === beats.length - 1}
          onClick={() => goBeat(1)}
        >
          ›
        </Button>
      </span>
    </nav>
  );
}

/** The room: a code to scan and an address to type, or why phones cannot open it. A bridge opens a vote with it. */
function Room({ id }: { readonly id: string }) {
  const t = useTranslations('teach.code');
  const bridge = useTranslations('teach.bridge');
  const votes = useTranslations('teach.votes');
  const { vote, rounds, place } = useStore(teach);
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const [hasFailed, setHasFailed] = useState(false);
  const isOpen = vote !== undefined;
  useEffect(() => {
    if (isConnected && !isOpen) void openVote().then((opened) => setHasFailed(!opened));
  }, [isConnected, isOpen]);
  const address = vote ? voteAddress(id, vote) : studentAddress(id);
  const canPhonesOpen = vote ? vote.origins.length > 0 : !isOnThisMachine();
  const count = totalOf(rounds[place.kind === 'again' || place.kind === 'second' ? 1 : 0]);
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={() => showCode(false)}>
      {canPhonesOpen ? (
        <QrCode className={styles.code} text={address} label={t('label')} />
      ) : (
        <p>{vote ? bridge('here') : t('local')}</p>
      )}
      <p className={styles.address}>{address}</p>
      {vote && (
        <p>
          {bridge('code')} <b>{vote.code}</b> · {votes('total', { count })}
        </p>
      )}
      {!isConnected && !vote && <p>{t('byHand')}</p>}
      {hasFailed && <p role="status">{bridge('failed')}</p>}
    </Modal>
  );
}

/** A black screen: the class looks at the teacher. */
function Blank() {
  const t = useTranslations('teach.bar');
  return <button type="button" className={styles.blank} aria-label={t('unblank')} onClick={toggleBlank} />;
}
