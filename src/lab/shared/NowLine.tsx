import { useEffect, useRef } from 'react';
import type { SideName } from '../../model/scenario/problem.ts';
import { timeOn } from '../../ui/track-time.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Span } from '../marks/focus-state.ts';
import { run } from '../run/run-state.ts';
import styles from './NowLine.module.css';

export interface NowLineProps {
  /** The side of the time axis; absent: the leading side. */
  readonly side?: SideName;
  /** The range of the axis, ns, and its edges in the drawing, px. */
  readonly span: Span;
  readonly left: number;
  readonly right: number;
  /** Margin above and below, px. */
  readonly above?: number;
  readonly below?: number;
}

/** The playhead on a time axis, over a drawing; moved per frame without React. */
export function NowLine({ side, span: [fromNs, toNs], left, right, above = 0, below = 0 }: NowLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const player = useStore(run, (state) => state.player);
  useEffect(() => {
    const move = () => {
      const element = line.current;
      const timeNs = player ? (side ? timeOn(player, side) : player.timeNs) : Number.NaN;
      if (!element) return;
      element.hidden = !(timeNs >= fromNs && timeNs <= toNs);
      const share = (timeNs - fromNs) / (toNs - fromNs);
      element.style.transform = `translateX(${left + share * (right - left)}px)`;
    };
    move();
    return player?.addPainter(move, 'elements');
  }, [player, side, fromNs, toNs, left, right]);
  return <div ref={line} className={styles.now} style={{ insetBlock: `${above}px ${below}px` }} hidden />;
}
