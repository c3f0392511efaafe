import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import { useStore } from 'zustand';
import { light, pointAt } from '../../actions/focus.ts';
import { followRequest } from '../../actions/follow.ts';
import type { LitWay } from '../../actions/lit.ts';
import type { SvgNode } from '../../charts/svg.ts';
import type { Stretch } from '../../charts/time-axis.ts';
import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../scenario/problem.ts';
import { focus } from '../../stores/focus.ts';
import { run } from '../../stores/run.ts';
import { LitMarks } from '../shared/LitMarks.tsx';
import { NowLine } from '../shared/NowLine.tsx';
import { useBrush } from '../shared/use-brush.ts';
import styles from './TimeDrawing.module.css';

export interface TimeDrawingProps {
  /** Whose time it is. */
  readonly side: SideName;
  readonly stretch: Stretch;
  /** Where the time begins and ends in the drawing, px. */
  readonly left: number;
  readonly right: number;
  /** The request that is drawn at a place, px. */
  readonly requestAt: (x: number, y: number) => number | undefined;
  /** How a request is lit. */
  readonly lit: (way: LitWay, palette: Palette) => readonly SvgNode[];
  readonly children: ReactNode;
}

/**
 * A drawing of a stretch of time: a line shows where the playhead is, pressing somewhere goes there, a drag selects, and a request that
 * is pointed at is lit everywhere, and followed when it is pressed twice. The keyboard goes
 * from event to event (`.` and `,`) instead.
 */
export function TimeDrawing(props: TimeDrawingProps) {
  const { side, stretch, left, right, requestAt, lit, children } = props;
  const player = useStore(run, (state) => state.player);
  const { fromNs, toNs } = stretch;
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const pointedShare = pointedNs === undefined ? -1 : (pointedNs - fromNs) / (toNs - fromNs);
  const nsAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / (right - left);
    return fromNs + share * (toNs - fromNs);
  };
  const requestBelow = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left: x, top: y } = currentTarget.getBoundingClientRect();
    return requestAt(clientX - x, clientY - y);
  };
  const brush = useBrush([fromNs, toNs], nsAt, (ns) => {
    player?.pause();
    player?.seek(ns, side);
  });
  const span = useStore(focus, ({ selected }) => selected?.span);
  const [begin = 0, end = 0] = (span ?? []).map(
    (ns) => left + Math.min(1, Math.max(0, (ns - fromNs) / (toNs - fromNs))) * (right - left),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the chooser do the same
    <div
      className={styles.drawing}
      aria-hidden="true"
      {...brush}
      onPointerMove={(event) => {
        brush.onPointerMove(event);
        const request = requestBelow(event);
        light(request === undefined ? undefined : { side, request });
      }}
      onPointerLeave={() => {
        pointAt(undefined);
        light(undefined);
      }}
      onDoubleClick={(event) => {
        const request = requestBelow(event);
        if (request !== undefined) followRequest({ side, request });
      }}
    >
      {children}
      <LitMarks marks={lit} />
      {end > begin && (
        <div className={styles.selected} style={{ insetInlineStart: begin, inlineSize: end - begin }} />
      )}
      {pointedShare >= 0 && pointedShare <= 1 && (
        <div
          className={styles.pointed}
          style={{ transform: `translateX(${left + pointedShare * (right - left)}px)` }}
        />
      )}
      <NowLine side={side} span={[fromNs, toNs]} left={left} right={right} />
    </div>
  );
}
