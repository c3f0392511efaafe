import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Journey } from '../../model/analysis/journey.ts';
import type { Player } from '../../model/playback/player.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { openPanel } from '../appearance/appearance.ts';
import { useMedia } from '../shared/use-media.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import styles from './FollowedLine.module.css';
import { type Followed, follow } from './follow-state.ts';
import { isInRun, showFollowed, watchFollowed } from './followed-requests.ts';
import { RequestNotFound, useMissingRequest } from './RequestNotFound.tsx';

export interface FollowedLineProps {
  readonly player: Player;
  /** The highlighted request. */
  readonly pinned: number;
  readonly pin: (followed: Followed | undefined) => void;
  /** Visible sides. */
  readonly sides: number;
}

/**
 * Names the followed request. A number from a link or a field is looked up first: a run may have no such
 * request.
 */
export function FollowedLine(props: FollowedLineProps) {
  useEffect(watchFollowed, []);
  const place = useRef<HTMLParagraphElement>(null);
  useKeptFocus(place);
  return (
    <p ref={place} className={styles.line}>
      <Line {...props} />
    </p>
  );
}

/**
 * Why the request is not visible at an instant: it ended, or it has not begun; undefined while in progress.
 */
function awayOf({ beginNs, endNs, isWhole, failure }: Journey, timeNs: number) {
  if (timeNs < beginNs) return { when: 'ahead', atNs: beginNs } as const;
  if (!isWhole || timeNs < endNs) return undefined;
  return { when: failure ? 'failed' : 'over', atNs: endNs, failure } as const;
}

function Line({ player, pinned, pin, sides: shown }: FollowedLineProps) {
  const t = useTranslations('follow');
  const words = useWords();
  usePlayhead(player);
  // A device without hover has touch and no keyboard.
  const hasKeys = useMedia('(hover: hover)');
  const { followed, followedTrail } = useStore(follow);
  const absence = useMissingRequest(followedTrail === null ? followed : undefined);
  const isOnBoth = useIsOnBoth(player, pinned) && shown > 1;
  const track = player.tracks.find(({ id }) => id === followed?.side);
  const isThere =
    followedTrail === undefined ? !track || track.recording.spanOfRequest(pinned) : followedTrail;
  const facts = { side: (followed?.side ?? '').toUpperCase(), request: `#${pinned}` };
  const clear = (
    <Button variant="small" title={`${t('choose.letGo')} (Esc)`} onClick={() => pin(undefined)}>
      {t('choose.letGo')}
    </Button>
  );
  if (!isThere)
    return (
      <>
        <span>
          {followed ? <RequestNotFound followed={followed} absence={absence} /> : t('searching', facts)}
        </span>{' '}
        {clear}
      </>
    );
  const away = followedTrail && track && awayOf(followedTrail.journey, track.frame.timeNs);
  if (away)
    return (
      <>
        <span>
          {t(`away.${away.when}`, {
            ...facts,
            time: words.duration(away.atNs),
            why: away.failure ? t(`failure.${away.failure}`) : '',
          })}
        </span>{' '}
        <Button variant="small" title={`${t('choose.show')} (F)`} onClick={() => void showFollowed()}>
          {t('choose.show')}
        </Button>
        {clear}
      </>
    );
  return (
    <>
      <span>{t('pinned', { ...facts, sides: isOnBoth ? 2 : 1, hasKeys: String(hasKeys) })}</span>{' '}
      <Guarded name="request">
        <Button variant="small" onClick={() => openPanel('request')}>
          {t('seeWay')}
        </Button>
      </Guarded>
      {!hasKeys && clear}
    </>
  );
}

/**
 * Whether every run has the request: one may end before it. If the recording lacks it, the run is searched,
 * once it is found on its own side.
 */
function useIsOnBoth(player: Player, request: number): boolean {
  const followed = useStore(follow, (state) => state.followed);
  const isFound = useStore(follow, ({ followedTrail }) => Boolean(followedTrail));
  const [found, setFound] = useState<Followed & { readonly player: Player }>();
  const other = useMemo(
    () =>
      player.tracks.find(({ id, recording }) => id !== followed?.side && !recording.spanOfRequest(request))
        ?.id,
    [player, followed?.side, request],
  );
  useEffect(() => {
    if (!isFound || !other) return;
    let isWanted = true;
    void isInRun({ side: other, request }, () => isWanted).then((isThere) => {
      if (isWanted && isThere) setFound({ player, side: other, request });
    });
    return () => {
      isWanted = false;
    };
  }, [isFound, other, player, request]);
  return !other || (found?.player === player && found.side === other && found.request === request);
}
