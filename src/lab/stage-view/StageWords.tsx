import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { describeArea } from '../../stage/describe.ts';
import { Button } from '../../ui/Button.tsx';
import { PlaceTable } from './PlaceTable.tsx';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import { useMessage } from './use-message.ts';
import { useOrigin } from './use-origin.ts';
import { usePlayhead } from './use-playhead.ts';

export interface StageWordsProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  /** The sentence about this moment. */
  readonly describe: () => string;
  readonly onSpeak: () => void;
}

/** What is on the stage and what happens on it, in sentences and in a table. */
export function StageWords({ player, sides, describe, onSpeak }: StageWordsProps) {
  const t = useTranslations('describe.text');
  const say = useMessage();
  const origin = useOrigin(player);
  usePlayhead(player);
  return (
    <>
      <dl className={styles.sentences}>
        <dt>{t('area')}</dt>
        {sides.map(({ id, layout }) => (
          <dd key={id}>{t('side', { side: id.toUpperCase(), text: say(describeArea(layout)) })}</dd>
        ))}
        <dt>{t('now')}</dt>
        <dd>{describe()}</dd>
        <dd className={styles.hint}>{t('hint')}</dd>
      </dl>
      <div className={styles.actions}>
        <Button look="small" onClick={onSpeak}>
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
