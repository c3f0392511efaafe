import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import { describeArea, describeNow } from '../../stage/describe.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useStore } from '../../ui/use-store.ts';
import { toggleLayout } from '../appearance/appearance.ts';
import { run } from '../run/run-state.ts';
import type { SideInfo } from '../stage-view/stage-side.ts';
import { useList, useMessage } from '../stage-view/use-message.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import styles from './PlainWords.module.css';
import { useSideInfos } from './sides.ts';

/** The stage as text: the participants and their current work. */
export function PlainWords() {
  const player = useStore(run, (state) => state.player);
  const sides = useSideInfos(player);
  if (!player) return null;
  return <Words player={player} sides={sides} />;
}

function Words({ player, sides }: { readonly player: Player; readonly sides: readonly SideInfo[] }) {
  const t = useTranslations('guide.plain');
  const toText = useMessage();
  const list = useList();
  usePlayhead(player);
  return (
    <section className={styles.words} aria-label={t('label')}>
      <dl className={styles.sides}>
        {sides.map(({ id, layout }) => {
          const track = player.tracks.find((candidate) => candidate.id === id);
          return (
            <div key={id}>
              <dt>
                <SideBadge side={id} /> {toText(describeArea(layout))}
              </dt>
              <dd>{track && t('now', { what: list(describeNow(track.frame, layout).map(toText)) })}</dd>
            </div>
          );
        })}
      </dl>
      <p className={styles.hint}>
        {t('hint')}{' '}
        <Button variant="small" onClick={toggleLayout}>
          {t('all')}
        </Button>
      </p>
    </section>
  );
}
