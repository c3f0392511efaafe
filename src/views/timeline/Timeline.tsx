import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { watchFollowed } from '../../actions/trails.ts';
import type { SideName } from '../../scenario/problem.ts';
import { follow } from '../../stores/follow.ts';
import { run } from '../../stores/run.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Timeline.module.css';
import { TimelineFigure } from './TimelineFigure.tsx';

/** The panel of the thread timeline: what every thread of one side did. */
export function Timeline() {
  useEffect(watchFollowed, []);
  return (
    <PartTexts part="describe">
      <PartTexts part="profile">
        <Sides />
      </PartTexts>
    </PartTexts>
  );
}

function Sides() {
  const t = useTranslations('profile.timeline');
  const shown = useShownSides();
  const followed = useStore(follow, (state) => state.one?.side);
  const player = useStore(run, (state) => state.player);
  const [chosen, setChosen] = useState<SideName>();
  const side = [chosen, followed, shown[0]].find((id) => id && shown.includes(id)) ?? 'a';
  const track = player?.tracks.find(({ id }) => id === side);
  if (!player || !track) return null;
  const controls = shown.length > 1 && (
    <fieldset className={styles.sides} aria-label={t('side')}>
      {shown.map((id) => (
        <Button key={id} look="small" aria-pressed={id === side} onClick={() => setChosen(id)}>
          <SideBadge side={id} />
        </Button>
      ))}
    </fieldset>
  );
  return <TimelineFigure key={side} player={player} track={track} controls={controls} />;
}
