import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { changeTexts } from '../../charts/change-marks.ts';
import { withKey } from '../../charts/pattern-key.ts';
import { prose } from '../../charts/prose.ts';
import {
  type ThreadStatesData,
  type ThreadStatesWords,
  threadStates,
  threadStatesKey,
} from '../../charts/thread-states.ts';
import { paletteOf } from '../../lib/palette.ts';
import { rowsOfRequest, type TimelineRow, timelineRows } from '../../model/analysis/timeline.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { describeLane } from '../../stage/describe.ts';
import { createFills } from '../../stage/fills.ts';
import { legendKey } from '../../stage/state-words.ts';
import { paintTimeline, placeRows, STRIP_LINES, type TimelineScene } from '../../stage/timeline.ts';
import { requestHeight } from '../../stage/timeline-request.ts';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import type { Surface } from '../../ui/CanvasHost.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Trail } from '../follow/follow-state.ts';
import { carryOut } from '../keyboard/keys.ts';
import { select } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { type ShownChart, shownChart } from '../results/shown-chart.ts';
import { presentProvenance } from '../run/provenance.ts';
import { useChangesOf } from '../shared/use-changes.ts';
import { useIsNarrow, useMedia, useTheme } from '../shared/use-media.ts';
import { Legend } from '../stage-view/Legend.tsx';
import { useMessage } from '../stage-view/use-message.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { statesOf, useStatesWords } from './states.ts';
import styles from './Timeline.module.css';
import { TimelineCanvas } from './TimelineCanvas.tsx';
import { pan, ZOOM, zoom } from './time-view.ts';
import { useChosen } from './use-chosen.ts';
import { useMarks } from './use-marks.ts';
import { useRequestRow } from './use-request-row.ts';
import { useThreadDescription } from './use-thread-description.ts';
import { useView } from './use-view.ts';

/** Threads of a class that have a row each. */
const MOST_LANES = 8;
const PAN = 0.25;

export interface TimelineFigureProps {
  readonly player: Player;
  readonly track: Track;
  /** Whether all threads are shown, or only those that worked on the followed request. */
  readonly isAll: boolean;
  /** The journey shown while no request is followed. */
  readonly example: Trail | undefined;
  readonly controls: ReactNode;
}

const makeCanvas = (width: number, height: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height });

/**
 * The threads of one side over time. Zoom and pan with W A S D, + − 0, the wheel and a drag with Shift. A
 * press moves the playhead, a drag selects.
 */
export function TimelineFigure({ player, track, isAll, example, controls }: TimelineFigureProps) {
  const t = useTranslations('profile.timeline');
  const words = useWords();
  const toText = useMessage();
  const theme = useTheme();
  const palette = paletteOf(theme);
  const [surface, setSurface] = useState<Surface>();
  const [from, setFrom] = useState(0);
  const { layout } = track;
  const { view, setView, excerpt, limits, all, trail } = useView(player, track, example);

  const chosenLane = useStore(focus, ({ thread }) => (thread?.side === track.id ? thread.lane : -1));
  const rows = useMemo(
    () =>
      trail && !isAll
        ? rowsOfRequest(trail.recorded, trail.journey)
        : timelineRows(layout, MOST_LANES, from, [trail?.journey.caller ?? -1, chosenLane]),
    [layout, from, trail, isAll, chosenLane],
  );
  const nameOf = useCallback(
    (row: TimelineRow) =>
      row.kind === 'lane'
        ? toText(describeLane(layout, row.lane))
        : t(`others.${row.class}`, { count: row.lanes.length }),
    [layout, toText, t],
  );
  const { row: request, words: counterpart } = useRequestRow(player, track, trail);
  const sizePx = surface?.fontPx ?? 13;
  const placed = useMemo(
    () =>
      placeRows(rows, rows.map(nameOf), sizePx, request ? 4 + requestHeight(!!request.beside, sizePx) : 4),
    [rows, nameOf, sizePx, request],
  );
  const changes = useChangesOf(track.id);
  const last = placed.at(-1);
  const strip = changes.length > 0 ? sizePx * STRIP_LINES : 0;
  const height = Math.ceil((last ? last.y + last.h : 0) + 4 + strip);

  const scene = useMemo((): TimelineScene | undefined => {
    const [below] = surface?.contexts ?? [];
    if (!surface || !below) return undefined;
    const font = `${sizePx}px ${surface.family}`;
    below.font = font;
    const widest = Math.max(...placed.map(({ name }) => below.measureText(name).width));
    return {
      side: track.id,
      palette,
      fills: createFills(below, palette, surface.density, makeCanvas),
      font,
      sizePx,
      width: surface.width,
      height: surface.height,
      left: Math.min(widest + 12, surface.width * 0.4),
      rows: placed,
      request,
    };
  }, [surface, palette, sizePx, placed, request, track]);

  useEffect(() => {
    const [below] = surface?.contexts ?? [];
    if (!scene || !below) return;
    paintTimeline(below, scene, excerpt, view);
  }, [scene, surface, excerpt, view]);
  const cursor = useChosen({ player, track, rows, excerpt, view, setView, limits });
  useMarks({ player, track, surface, scene, view, excerpt, changes, bar: cursor.bar });
  const describe = useThreadDescription(track, excerpt, nameOf);
  const move = useMoves({ track, view, setView, limits, all });
  const data = useMemo(() => statesOf(rows, nameOf, excerpt, view), [rows, nameOf, excerpt, view]);
  const chartWords = useStatesWords(track, view);
  const saved = useSaved(track, data, chartWords);
  const callers = layout.callers;
  // Next to the stage, its legend below serves both.
  const isByItself = useStore(ui, ({ isPanelLarge, isPresenting }) => isPanelLarge || isPresenting);
  const isNarrow = useIsNarrow();
  const isTouched = useMedia('(pointer: coarse)');
  return (
    <ChartFigure
      chart={saved}
      controls={
        <span className={styles.controls}>
          {controls}
          <Button
            variant="small"
            title={`${t('zoomIn')} (W, +)`}
            aria-label={t('zoomIn')}
            onClick={() => move('zoomIn')}
          >
            +
          </Button>
          <Button
            variant="small"
            title={`${t('zoomOut')} (S, −)`}
            aria-label={t('zoomOut')}
            onClick={() => move('zoomOut')}
          >
            −
          </Button>
          <Button
            variant="small"
            title={`${t('panLeft')} (A)`}
            aria-label={t('panLeft')}
            onClick={() => move('panLeft')}
          >
            ←
          </Button>
          <Button
            variant="small"
            title={`${t('panRight')} (D)`}
            aria-label={t('panRight')}
            onClick={() => move('panRight')}
          >
            →
          </Button>
          <Button variant="small" title={`${t('fit')} (0)`} onClick={() => move('fit')}>
            {t('fit')}
          </Button>
          <Button variant="small" title={t('selectHint')} onClick={() => select([view.fromNs, view.toNs])}>
            {t('select')}
          </Button>
          {isAll && callers > MOST_LANES + 1 && (
            <>
              <ButtonWithReason
                variant="small"
                reason={from === 0 ? t('first') : undefined}
                onClick={() => setFrom(Math.max(0, from - MOST_LANES))}
              >
                {t('before')}
              </ButtonWithReason>
              <ButtonWithReason
                variant="small"
                reason={from + MOST_LANES >= callers ? t('last') : undefined}
                onClick={() => setFrom(Math.min(callers - MOST_LANES, from + MOST_LANES))}
              >
                {t('after')}
              </ButtonWithReason>
            </>
          )}
        </span>
      }
    >
      {(isByItself || isNarrow) && <Legend sides={[track.id]} runs={[layout]} theme={theme} />}
      <TimelineCanvas
        {...{ track, scene, view, setView, limits, excerpt, height, setSurface, cursor, describe, changes }}
      />
      <ChosenBar
        text={cursor.chosen ? describe(cursor.chosen.row, cursor.chosen.timeNs) : ''}
        isLane={cursor.lane !== undefined}
        request={cursor.request}
        hasKeys={cursor.isFree}
        onStep={cursor.step}
        onFollow={cursor.followIt}
      />
      {changeTexts(changes, view.fromNs, view.toNs).map((text) => (
        <p key={text} className={styles.note}>
          {text}
        </p>
      ))}
      {counterpart && <p className={styles.note}>{counterpart}</p>}
      <p className={styles.note}>
        {prose([
          t('range', {
            from: words.ends([view.fromNs, view.toNs]).from,
            length: words.duration(view.toNs - view.fromNs),
          }),
          view.toNs - view.fromNs >= limits.mostNs * 0.99 ? t('longest') : '',
          t(isTouched ? 'touchHint' : 'hint'),
        ])}
      </p>
    </ChartFigure>
  );
}

/** The chart for saving: with its side, its pattern legend, and a link to its content. */
function useSaved(track: Track, data: ThreadStatesData, words: ThreadStatesWords): ShownChart {
  const t = useTranslations('profile.timeline');
  const state = useTranslations();
  const chart = shownChart(threadStates, t('title'), data, words);
  const { fromNs, toNs } = data;
  return {
    ...chart,
    id: `${chart.id}-${track.id}`,
    draw: (box, palette) => {
      const key = threadStatesKey(data, palette, (name) => state(legendKey(name, [track.layout])));
      return withKey(key, box, palette, (inner) => chart.draw(inner, palette));
    },
    provenance: () => {
      const title = t('titleOf', { side: track.id.toUpperCase() });
      const lanes = { side: track.id, span: [Math.floor(fromNs), Math.ceil(toNs)] } as const;
      const instant = Math.round(Math.min(toNs, Math.max(fromNs, track.frame.timeNs)));
      return presentProvenance(title, chart.description, [track.id], instant, lanes);
    },
  };
}

type View = ReturnType<typeof useView>;
type Move = 'zoomIn' | 'zoomOut' | 'panLeft' | 'panRight' | 'fit';
const MOVES: readonly Move[] = ['zoomIn', 'zoomOut', 'panLeft', 'panRight', 'fit'];

/** Moves by key, with any focus, and by button. */
function useMoves({
  track,
  view,
  setView,
  limits,
  all,
}: { readonly track: Track } & Pick<View, 'view' | 'setView' | 'limits' | 'all'>) {
  const move = useCallback(
    (what: Move) => {
      const middle = (view.fromNs + view.toNs) / 2;
      const { timeNs } = track.frame;
      const centreNs = timeNs >= view.fromNs && timeNs <= view.toNs ? timeNs : middle;
      if (what === 'fit') setView(all());
      else if (what === 'zoomIn') setView(zoom(view, 1 / ZOOM, centreNs, limits));
      else if (what === 'zoomOut') setView(zoom(view, ZOOM, centreNs, limits));
      else setView(pan(view, what === 'panLeft' ? -PAN : PAN, limits));
    },
    [track, view, setView, limits, all],
  );
  useLayoutEffect(() => {
    const ends = MOVES.map((what) => carryOut(what, () => move(what)));
    return () => {
      for (const end of ends) end();
    };
  }, [move]);
  return move;
}
