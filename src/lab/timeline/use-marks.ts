import { useEffect } from 'react';
import type { Change } from '../../charts/change-marks.ts';
import { type RequestInterval, stretchesOf } from '../../model/analysis/timeline.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { paintMarks, type TimelineScene } from '../../stage/timeline.ts';
import { paintChosen, paintLight } from '../../stage/timeline-highlight.ts';
import type { Surface } from '../../ui/CanvasHost.tsx';
import { focus, type Highlight } from '../marks/focus-state.ts';
import type { useView } from './use-view.ts';

export interface MarksOptions extends Pick<ReturnType<typeof useView>, 'view' | 'excerpt'> {
  readonly player: Player;
  readonly track: Track;
  readonly surface: Surface | undefined;
  readonly scene: TimelineScene | undefined;
  readonly changes: readonly Change[];
  /** The chosen bar. */
  readonly bar: RequestInterval | undefined;
}

/**
 * Paints playhead and pointer marks on the upper canvas without React: per frame of the player and per change
 * of the focus.
 */
export function useMarks({ player, track, surface, scene, view, excerpt, changes, bar }: MarksOptions): void {
  useEffect(() => {
    const above = surface?.contexts[1];
    if (!scene || !above) return;
    const rows = scene.rows.map(({ row }) => row);
    // Cached for all frames of one highlight.
    let known:
      | { readonly highlight: Highlight | undefined; readonly stretches: readonly RequestInterval[] }
      | undefined;
    const paint = () => {
      const { pointedNs, selected, highlighted } = focus.getState();
      const marks = { timeNs: track.frame.timeNs, pointedNs, selected: selected?.span, changes };
      paintMarks(above, scene, view, marks);
      if (bar) paintChosen(above, scene, view, bar);
      const { request = -1 } = highlighted ?? {};
      if (known?.highlight !== highlighted || !known)
        known = {
          highlight: highlighted,
          stretches: excerpt && request >= 0 ? stretchesOf(excerpt, rows, request) : [],
        };
      const lane = highlighted?.side === track.id ? (highlighted.lane ?? -1) : -1;
      paintLight(above, scene, view, { lane, request, stretches: known.stretches });
    };
    paint();
    const ends = [player.addPainter(paint), focus.subscribe(paint)];
    return () => {
      for (const end of ends) end();
    };
  }, [scene, surface, view, player, track, excerpt, changes, bar]);
}
