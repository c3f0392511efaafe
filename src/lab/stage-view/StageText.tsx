import { useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { carryOut } from '../keyboard/keys.ts';
import type { StagePointer } from './Stage.tsx';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import { useAnnouncer } from './use-announcer.ts';
import { useDescription } from './use-description.ts';

const StageWords = lazy(() => import('./StageWords.tsx').then((module) => ({ default: module.StageWords })));
const ThreadTable = lazy(() =>
  import('./ThreadTable.tsx').then((module) => ({ default: module.ThreadTable })),
);

export interface StageTextProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly pointer: StagePointer;
}

/** The canvas as text and tables; announces changes while paused or on request. */
export function StageText({ player, sides, pointer }: StageTextProps) {
  const t = useTranslations('stage.text');
  const tText = useTranslations('describe.text');
  const [hasWords, setHasWords] = useState(false);
  const [hasThreads, setHasThreads] = useState(false);
  const { describe, tell, tellMore, tellChanges } = useDescription(player, sides);
  const [spoken, , say] = useAnnouncer(player, tell);

  useLayoutEffect(() => carryOut('describe', () => say(tellMore())), [say, tellMore]);
  useLayoutEffect(() => carryOut('changes', () => say(tellChanges())), [say, tellChanges]);
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
        {hasWords && (
          <Suspense>
            <StageWords player={player} sides={sides} describe={describe} onSpeak={() => say(tellMore())} />
          </Suspense>
        )}
      </details>
      <Button variant="small" aria-expanded={hasThreads} onClick={() => setHasThreads((has) => !has)}>
        {hasThreads ? tText('threadsClose') : t('threadsOpen')}
      </Button>
      {hasThreads && (
        <Suspense>
          <ThreadTable player={player} sides={sides} pointer={pointer} />
        </Suspense>
      )}
    </section>
  );
}
