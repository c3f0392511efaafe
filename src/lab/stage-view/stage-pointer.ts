/** The pointer on the stage: hover explains and highlights an item, a press follows or explains it. */
import type { MouseEvent, MutableRefObject, RefObject } from 'react';
import type { Track } from '../../model/playback/player.ts';
import { highlightFor, pick } from '../../stage/pick.ts';
import type { Scene } from '../../stage/places.ts';
import type { Picked } from '../../stage/regions.ts';
import { light } from '../marks/focus.ts';
import { run } from '../run/run-state.ts';
import { chooseThread } from '../timeline/thread.ts';
import type { Pointed, Tip } from './StageTip.tsx';
import type { StageSideProps } from './stage-side.ts';

export interface PointedSide extends Pick<StageSideProps, 'onPin' | 'onExplain'> {
  readonly scene: Scene;
  readonly track: Track;
  readonly pointed: MutableRefObject<Pointed>;
  readonly tip: RefObject<Tip | null>;
  readonly setHasTip: (has: true) => void;
}

export function hearPointer(
  {
    type,
    clientX,
    clientY,
    currentTarget,
  }: Pick<MouseEvent<HTMLElement>, 'type' | 'clientX' | 'clientY' | 'currentTarget'>,
  { scene, track, pointed, tip, setHasTip, onPin, onExplain }: PointedSide,
): void {
  const box = currentTarget.getBoundingClientRect();
  const [x, y] = [clientX - box.left, clientY - box.top];
  const picked = type === 'pointerleave' ? null : pick(track.frame, scene, x, y);
  const lit = highlightFor(track, picked);
  if (type === 'click') press(picked);
  else {
    pointed.current = { x, y, picked };
    if (picked) setHasTip(true);
    light(lit);
    tip.current?.show();
  }

  function press(target: Picked | null): void {
    if (!target) return;
    const request = lit?.request;
    if (onExplain) onExplain(target);
    else if (target.kind !== 'connection') {
      onPin(request === undefined ? undefined : { side: track.id, request });
      if (run.getState().player?.tracks.includes(track))
        chooseThread(target.kind === 'thread' ? { side: track.id, lane: target.lane } : undefined);
    }
  }
}
