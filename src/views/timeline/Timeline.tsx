import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { followRequest } from '../../actions/follow.ts';
import { chosenRequest, watchFollowed } from '../../actions/trails.ts';
import type { SideName } from '../../scenario/problem.ts';
import { follow } from '../../stores/follow.ts';
import { run } from '../../stores/run.ts';
import { Chooser } from '../follow/Chooser.tsx';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideButtons } from '../shared/SideButtons.tsx';
import { useIsOneSided } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Timeline.module.css';
import { TimelineFigure } from './TimelineFigure.tsx';

/** The panel of the thread timeline: what every thread of one side did, or, at first on a phone, those that worked for the followed request. */
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
  const { one, oneTrail } = useStore(follow);
  const player = useStore(run, (state) => state.player);
  const isSmall = useIsOneSided();
  const [wantsAll, setWantsAll] = useState<boolean>();
  const [chosen, setChosen] = useState<SideName>();
  const isAll = wantsAll ?? !isSmall;
  const followed = one && shown.includes(one.side) ? one.side : undefined;
  const side = (isAll && chosen && shown.includes(chosen) ? chosen : followed) ?? shown[0] ?? 'a';
  const track = player?.tracks.find(({ id }) => id === side);
  const isAsking = !isAll && !(followed && oneTrail);
  useFirstRequest(isAsking && !one, side);
  if (!player || !track) return null;
  const scope = (followed === side || !isAll) && (
    <Button look="small" aria-pressed={isAll} onClick={() => setWantsAll(!isAll)}>
      {t('all')}
    </Button>
  );
  if (isAsking)
    return (
      <PartTexts part="follow">
        <p className={styles.note}>{t('which')}</p>
        <Chooser />
        <div className={styles.controls}>{scope}</div>
      </PartTexts>
    );
  const controls = (
    <>
      {scope}
      {isAll && <SideButtons label={t('side')} sides={shown} chosen={side} onChoose={setChosen} />}
    </>
  );
  return <TimelineFigure key={side} player={player} track={track} isAll={isAll} controls={controls} />;
}

/** Where one has to be chosen, the slow one that most people would choose is shown first, once there is an answer; what is let go stays so. */
function useFirstRequest(isWanted: boolean, side: SideName): void {
  const player = useStore(run, (state) => state.player);
  const wasTaken = useRef(false);
  useEffect(() => {
    if (!isWanted || !player) return;
    let isThere = true;
    let isLooking = false;
    const look = async () => {
      if (wasTaken.current || isLooking) return;
      isLooking = true;
      const found = await chosenRequest(side, 'p99');
      isLooking = false;
      if (!found || !isThere || follow.getState().one) return;
      wasTaken.current = true;
      followRequest(found);
    };
    void look();
    const end = player.subscribe(() => void look());
    return () => {
      isThere = false;
      end();
    };
  }, [isWanted, player, side]);
}
