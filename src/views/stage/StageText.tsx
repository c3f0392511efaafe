import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { carryOut } from '../../actions/keys.ts';
import type { Player } from '../../playback/player.ts';
import { Button } from '../shared/Button.tsx';
import { lazy, Suspense } from '../shared/prompt.tsx';
import styles from './LateText.module.css';
import type { StagePointer } from './Stage.tsx';
import type { SideInfo } from './stage-side.ts';
import { useAnnouncer } from './use-announcer.ts';
import { useDescription } from './use-description.ts';

// Both are loaded when somebody opens them.
const StageWords = lazy(() => import('./StageWords.tsx').then((module) => ({ default: module.StageWords })));
const ThreadTable = lazy(() =>
  import('./ThreadTable.tsx').then((module) => ({ default: module.ThreadTable })),
);

export interface StageTextProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly pointer: StagePointer;
  /** What it was loaded for. */
  readonly first?: 'now' | 'words' | 'threads' | undefined;
}

/** Everything the canvas shows, in words and tables; says changes aloud when the show stands still or on request. */
export function StageText({ player, sides, pointer, first }: StageTextProps) {
  const t = useTranslations('stage.text');
  const own = useTranslations('describe.text');
  const [hasWords, setHasWords] = useState(first === 'words');
  const [hasThreads, setHasThreads] = useState(first === 'threads');
  const { describe, tell, tellMore, tellChanges } = useDescription(player, sides);
  const [spoken, , say] = useAnnouncer(player, tell);

  useLayoutEffect(() => carryOut('describe', () => say(tellMore())), [say, tellMore]);
  useLayoutEffect(() => carryOut('changes', () => say(tellChanges())), [say, tellChanges]);
  const isAsked = useRef(first === 'now');
  useEffect(() => {
    if (isAsked.current) say(tellMore());
    isAsked.current = false;
  }, [say, tellMore]);
  useLayoutEffect(() => carryOut('threads', () => setHasThreads((has) => !has)), []);

  return (
    <section className={styles.text}>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      <details
        className={styles.details}
        open={hasWords}
        onToggle={(event) => setHasWords(event.currentTarget.open)}
      >
        <summary>{t('title')}</summary>
        <Suspense>
          {hasWords && (
            <StageWords player={player} sides={sides} describe={describe} onSpeak={() => say(tellMore())} />
          )}
        </Suspense>
      </details>
      <Button look="small" aria-expanded={hasThreads} onClick={() => setHasThreads((has) => !has)}>
        {hasThreads ? own('threadsClose') : t('threadsOpen')}
      </Button>
      <Suspense>{hasThreads && <ThreadTable player={player} sides={sides} pointer={pointer} />}</Suspense>
    </section>
  );
}
