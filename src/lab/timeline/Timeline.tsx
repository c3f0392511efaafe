import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Player } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { SideButtons } from '../../ui/SideButtons.tsx';
import { useStore } from '../../ui/use-store.ts';
import { Chooser } from '../follow/Chooser.tsx';
import { followRequest } from '../follow/follow.ts';
import { type Followed, follow, type Trail } from '../follow/follow-state.ts';
import { chosenRequest, firstAnswered, trailOf, watchFollowed } from '../follow/followed-requests.ts';
import { focus } from '../marks/focus-state.ts';
import { run } from '../run/run-state.ts';
import { useIsOneSided } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Timeline.module.css';
import { TimelineFigure } from './TimelineFigure.tsx';

/**
 * The thread timeline: all threads of one side or, by default on a phone, those that worked on one request.
 */
export function Timeline() {
  useEffect(watchFollowed, []);
  const t = useTranslations('profile.timeline');
  const shown = useShownSides();
  const { followed: followedRequest, followedTrail } = useStore(follow);
  const player = useStore(run, (state) => state.player);
  const isSmall = useIsOneSided();
  // A link may set the lanes.
  const [wantsAll, setWantsAll] = useState(focus.getState().lanes && !followedRequest ? true : undefined);
  const [chosen, setChosen] = useState(focus.getState().lanes?.side);
  // Follows a swap of the sides.
  useEffect(
    () => focus.subscribe(({ lanes }, old) => lanes && old.lanes !== lanes && setChosen(lanes.side)),
    [],
  );
  const isAll = wantsAll ?? !isSmall;
  const followedSide =
    followedRequest && shown.includes(followedRequest.side) ? followedRequest.side : undefined;
  const side = (isAll && chosen && shown.includes(chosen) ? chosen : followedSide) ?? shown[0] ?? 'a';
  const track = player?.tracks.find(({ id }) => id === side);
  const found = useExample(!isAll && !followedRequest, side);
  // The followed request is being looked up; the example stays until then.
  const isSame = !followedRequest || (followedRequest === found?.followed && followedTrail === undefined);
  const example = !isAll && isSame ? found : undefined;
  const place = useRef<HTMLSpanElement>(null);
  useKeptFocus(place, example !== undefined);
  const isAsking = !isAll && !example && !(followedSide && followedTrail);
  if (!player || !track) return null;
  const scope = (followedSide === side || isSmall || !isAll) && (
    <Button variant="small" aria-pressed={isAll} onClick={() => setWantsAll(!isAll)}>
      {t('all')}
    </Button>
  );
  if (isAsking)
    return (
      <>
        <p className={styles.note}>{t('which')}</p>
        <Chooser />
        <div className={styles.controls}>{scope}</div>
      </>
    );
  const request = `#${example?.followed.request}`;
  const controls = (
    <>
      {example && (
        <span ref={place} className={styles.controls}>
          <span className={styles.note}>{t('example', { request })}</span>
          <Button variant="small" onClick={() => followRequest(example.followed)}>
            {t('chosen.follow', { request })}
          </Button>
        </span>
      )}
      {scope}
      {isAll && <SideButtons label={t('side')} sides={shown} chosen={side} onChoose={setChosen} />}
    </>
  );
  return <TimelineFigure key={side} {...{ player, track, isAll, controls }} example={example?.trail} />;
}

/** A request and its journey. */
interface Example {
  readonly player: Player;
  readonly followed: Followed;
  readonly trail: Trail;
}

/**
 * The example without a followed request: the slowest one so far, or before any reply the first one to
 * complete. It is shown without being followed, so that the stage does not change.
 */
function useExample(isWanted: boolean, side: SideName): Example | undefined {
  const player = useStore(run, (state) => state.player);
  const [example, setExample] = useState<Example>();
  const isThere = example?.player === player && example?.followed.side === side;
  useEffect(() => {
    if (!isWanted || !player || isThere) return;
    let isNeeded = true;
    const search = async () => {
      const followed = (await chosenRequest(side, 'p99')) ?? (await firstAnswered(side));
      const trail = followed && (await trailOf(followed, () => isNeeded));
      if (isNeeded && followed && trail) setExample({ player, followed, trail });
    };
    void search();
    return () => {
      isNeeded = false;
    };
  }, [isWanted, player, side, isThere]);
  return isThere ? example : undefined;
}
