import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { useTranslations } from 'use-intl';
import type { SvgNode } from '../../charts/svg.ts';
import type { Stretch } from '../../charts/time-axis.ts';
import type { Palette } from '../../lib/palette.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { timeOn } from '../../ui/track-time.ts';
import { useStore } from '../../ui/use-store.ts';
import { TIME_AXIS } from '../figures/axis-keys.ts';
import { light, pointAt } from '../marks/focus.ts';
import { focus, type Highlight } from '../marks/focus-state.ts';
import type { HighlightSpan } from '../marks/highlight.ts';
import { Crosshair } from '../results/Crosshair.tsx';
import { run } from '../run/run-state.ts';
import { HighlightMarks } from '../shared/HighlightMarks.tsx';
import { NowLine } from '../shared/NowLine.tsx';
import { useBrush } from '../shared/use-brush.ts';
import { selectTo } from '../timeline/selected.ts';
import { followRequest } from './follow.ts';
import styles from './TimeDrawing.module.css';
import { type Place, stayAt, type WalkRow, walked } from './walk.ts';

/** Distinguishable instants in a drawing. */
const PLACES = 1000;

export interface TimeDrawingProps {
  /** Accessible name. */
  readonly label: string;
  /** The side of this time axis. */
  readonly side: SideName;
  readonly stretch: Stretch;
  /** Left and right edge of the time axis in the drawing, px. */
  readonly left: number;
  readonly right: number;
  /** The drawn rows. */
  readonly rows: readonly WalkRow[];
  /** The row at a position of the drawing, px; −1 if none. */
  readonly rowAt: (x: number, y: number) => number;
  /** Draws the highlight of a request. */
  readonly drawHighlight: (way: HighlightSpan, palette: Palette) => readonly SvgNode[];
  readonly children: ReactNode;
}

/**
 * A drawing of a part of time with a playhead line. A press moves the playhead, a drag selects, a double
 * press follows the request. Pointing highlights everywhere; keys move between events and rows.
 */
export function TimeDrawing(props: TimeDrawingProps) {
  const { label, side, stretch, left, right, rows, rowAt, drawHighlight, children } = props;
  const player = useStore(run, (state) => state.player);
  const surface = useRef<HTMLDivElement>(null);
  const [row, setRow] = useState(0);
  const { fromNs, toNs } = stretch;
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const pointedShare = pointedNs === undefined ? -1 : (pointedNs - fromNs) / (toNs - fromNs);
  const isPointed = pointedShare >= 0 && pointedShare <= 1;
  const nsAt = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / (right - left);
    return fromNs + share * (toNs - fromNs);
  };
  const placeBelow = (event: MouseEvent<HTMLElement>): Place => {
    const { left: x, top: y } = event.currentTarget.getBoundingClientRect();
    return { row: rowAt(event.clientX - x, event.clientY - y), timeNs: nsAt(event) };
  };
  const litAt = (place: Place): Highlight | undefined => {
    const { request } = stayAt(rows, place) ?? {};
    const lane = rows[place.row]?.lane;
    return request === undefined && lane === undefined ? undefined : { side, request, lane };
  };
  const go = (ns: number) => {
    player?.pause();
    player?.seek(ns, side);
  };
  const brush = useBrush([fromNs, toNs], nsAt, go);
  const span = useStore(focus, ({ selected }) => selected?.span);
  const [begin = 0, end = 0] = (span ?? []).map(
    (ns) => left + Math.min(1, Math.max(0, (ns - fromNs) / (toNs - fromNs))) * (right - left),
  );

  const nowNs = player ? timeOn(player, side) : fromNs;
  // If the playhead is outside, keys start at the left edge.
  const startNs = nowNs >= fromNs && nowNs <= toNs ? nowNs : fromNs;
  const place: Place = {
    row: Math.min(row, rows.length - 1),
    timeNs: isPointed && pointedNs !== undefined ? pointedNs : startNs,
  };
  const tell = useRowDescription(rows, (toNs - fromNs) / PLACES);
  const t = useTranslations('follow.walk');
  const leave = () => {
    pointAt(undefined);
    light(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const to = walked(event.key, rows, place, [fromNs, toNs]);
    if (to) {
      setRow(to.row);
      if (event.shiftKey) selectTo(place.timeNs, to.timeNs);
      else pointAt(to.timeNs);
      light(litAt(to));
    } else if (event.key === 'Enter') go(place.timeNs);
    else if (event.key !== 'Escape' || !(isPointed || TIME_AXIS.stepOut())) return;
    if (event.key === 'Escape') leave();
    event.preventDefault();
    event.stopPropagation();
  };
  const reading = isPointed ? tell(place) : t('keys');
  return (
    <>
      <Crosshair
        surface={surface}
        className={styles.drawing}
        label={label}
        range={[Math.round(fromNs), Math.round(toNs)]}
        at={Math.round(place.timeNs)}
        reading={reading}
        isPointed={false}
        {...brush}
        onPointerMove={(event: PointerEvent<HTMLDivElement>) => {
          brush.onPointerMove(event);
          const below = placeBelow(event);
          if (below.row >= 0) setRow(below.row);
          light(litAt(below));
        }}
        onLeave={leave}
        onKeyDown={press}
        onDoubleClick={(event) => {
          const request = litAt(placeBelow(event))?.request;
          if (request !== undefined) followRequest({ side, request });
        }}
      >
        <div aria-hidden="true">{children}</div>
        <HighlightMarks marks={drawHighlight} />
        {end > begin && (
          <div className={styles.selected} style={{ insetInlineStart: begin, inlineSize: end - begin }} />
        )}
        {isPointed && (
          <div
            className={styles.pointed}
            style={{ transform: `translateX(${left + pointedShare * (right - left)}px)` }}
          />
        )}
        <NowLine side={side} span={[fromNs, toNs]} left={left} right={right} />
      </Crosshair>
      <p className={styles.reading}>{reading}</p>
    </>
  );
}

/**
 * Describes a row at an instant.
 * @param stepNs distance to the next distinguishable instant
 */
function useRowDescription(rows: readonly WalkRow[], stepNs: number): (place: Place) => string {
  const t = useTranslations('follow.walk');
  const words = useWords();
  return (place) => {
    const name = rows[place.row]?.name ?? '';
    const stay = stayAt(rows, place);
    if (!stay) return t('nothing', { row: name, time: words.instant(place.timeNs, stepNs) });
    const { from, to } = words.ends([stay.fromNs, stay.toNs]);
    return t('stay', {
      row: name,
      what: stay.name,
      from,
      to,
      length: words.duration(stay.toNs - stay.fromNs),
    });
  };
}
