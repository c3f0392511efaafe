import { useLayoutEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { describeArea } from '../../stage/describe.ts';
import { Button } from '../../ui/Button.tsx';
import { carryOut } from '../keyboard/keys.ts';
import { PlaceTable } from './PlaceTable.tsx';
import type { StagePointer } from './Stage.tsx';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import { ThreadTable } from './ThreadTable.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useDescription } from './use-description.ts';
import { useMessage } from './use-message.ts';
import { useOrigin } from './use-origin.ts';
import { usePlayhead } from './use-playhead.ts';

interface StageWordsProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  /** Describes this instant in a sentence. */
  readonly describe: () => string;
  readonly onSpeak: () => void;
}

/** The stage as sentences and a table. */
function StageWords({ player, sides, describe, onSpeak }: StageWordsProps) {
  const t = useTranslations('describe.text');
  const toText = useMessage();
  const origin = useOrigin(player);
  usePlayhead(player);
  return (
    <>
      <dl className={styles.sentences}>
        <dt>{t('area')}</dt>
        {sides.map(({ id, layout }) => (
          <dd key={id}>{t('side', { side: id.toUpperCase(), text: toText(describeArea(layout)) })}</dd>
        ))}
        <dt>{t('now')}</dt>
        <dd>{describe()}</dd>
        <dd className={styles.hint}>{t('hint')}</dd>
      </dl>
      <div className={styles.actions}>
        <Button variant="small" onClick={onSpeak}>
          {t('describe')}
        </Button>
      </div>
      <PlaceTable player={player} sides={sides} />
      {player.tracks
        .filter(({ id }) => sides.some((side) => side.id === id))
        .map((track) => (
          <p key={track.id} className={styles.hint}>
            {origin(track)}
          </p>
        ))}
    </>
  );
}

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
          <StageWords player={player} sides={sides} describe={describe} onSpeak={() => say(tellMore())} />
        )}
      </details>
      <Button variant="small" aria-expanded={hasThreads} onClick={() => setHasThreads((has) => !has)}>
        {hasThreads ? tText('threadsClose') : t('threadsOpen')}
      </Button>
      {hasThreads && <ThreadTable player={player} sides={sides} pointer={pointer} />}
    </section>
  );
}
