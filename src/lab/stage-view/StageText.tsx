import { useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { Later, Suspense } from '../../ui/prompt.tsx';
import { carryOut } from '../keyboard/keys.ts';
import { lazyPart, textPart } from './lazy.ts';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import type { StagePointer } from './use-stage-pointer.ts';

const StageSpeech = textPart('StageSpeech');
const ThreadTable = lazyPart('ThreadTable');

export interface StageTextProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  readonly pointer: StagePointer;
}

/** The canvas as text and tables; announces changes while paused or on request. */
export function StageText({ player, sides, pointer }: StageTextProps) {
  const t = useTranslations('stage.text');
  const [hasWords, setHasWords] = useState(false);
  const [hasThreads, setHasThreads] = useState(false);
  const [wordsPlace, setWordsPlace] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => carryOut('threads', () => setHasThreads((has) => !has)), []);

  return (
    <section className={styles.text}>
      <Later>
        <Suspense>
          <StageSpeech player={player} sides={sides} wordsPlace={wordsPlace} />
        </Suspense>
      </Later>
      <details
        className={styles.details}
        open={hasWords}
        onToggle={(event) => setHasWords(event.currentTarget.open)}
      >
        <summary>{t('title')}</summary>
        {hasWords && <div ref={setWordsPlace} />}
      </details>
      <Button variant="small" aria-expanded={hasThreads} onClick={() => setHasThreads((has) => !has)}>
        {t(hasThreads ? 'threadsClose' : 'threadsOpen')}
      </Button>
      {hasThreads && (
        <Suspense>
          <ThreadTable player={player} sides={sides} pointer={pointer} />
        </Suspense>
      )}
    </section>
  );
}
