import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Player } from '../../model/playback/player.ts';
import { carryOut } from '../keyboard/keys.ts';
import { StageWords } from './StageWords.tsx';
import type { SideInfo } from './stage-side.ts';
import { useAnnouncer } from './use-announcer.ts';
import { useDescription } from './use-description.ts';

export interface StageSpeechProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  /** Place of the sentences, while they are open. */
  readonly wordsPlace: HTMLElement | null;
}

/** Announces the stage while it is paused or on request, and writes it as sentences where they are open. */
export function StageSpeech({ player, sides, wordsPlace }: StageSpeechProps) {
  const { describe, tell, tellMore, tellChanges } = useDescription(player, sides);
  const [spoken, , say] = useAnnouncer(player, tell);

  useLayoutEffect(() => carryOut('describe', () => say(tellMore())), [say, tellMore]);
  useLayoutEffect(() => carryOut('changes', () => say(tellChanges())), [say, tellChanges]);

  return (
    <>
      <p className="visually-hidden" aria-live="polite">
        {spoken}
      </p>
      {wordsPlace &&
        createPortal(
          <StageWords player={player} sides={sides} describe={describe} onSpeak={() => say(tellMore())} />,
          wordsPlace,
        )}
    </>
  );
}
