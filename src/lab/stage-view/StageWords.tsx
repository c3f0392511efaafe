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

interface StageWordsProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
  /** Describes this instant in a sentence. */
  readonly describe: () => string;
  readonly onSpeak: () => void;
}

/** The stage as sentences and a table. */
export function StageWords({ player, sides, describe, onSpeak }: StageWordsProps) {
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
