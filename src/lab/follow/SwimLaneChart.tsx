import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { KEY_LINES, withKey } from '../../charts/pattern-key.ts';
import { stateOf } from '../../charts/phase-groups.ts';
import {
  areaOf,
  highlightLanes,
  type Lane,
  type LaneSpan,
  rowAt,
  type SwimLaneData,
  type SwimLaneWords,
  swimLane,
  swimLaneKey,
  swimLaneLines,
} from '../../charts/swim-lane.ts';
import { paletteOf } from '../../lib/palette.ts';
import { stayName } from '../../model/analysis/journey.ts';
import { lanesOf, segmentsOf, type ThreadSpan, workOf } from '../../model/analysis/request-context.ts';
import { isOnServer } from '../../model/analysis/threads.ts';
import { describeLane } from '../../stage/describe.ts';
import { laneStateKey, legendKey } from '../../stage/state-words.ts';
import { activityName } from '../../stage/vocabulary.ts';
import { useWords } from '../../ui/texts.tsx';
import { ChartFigure } from '../results/ChartFigure.tsx';
import { SvgTree } from '../results/SvgTree.tsx';
import { type ShownChart, shownChart } from '../results/shown-chart.ts';
import { useSize } from '../results/use-size.ts';
import { useChangesOf } from '../shared/use-changes.ts';
import { useTheme } from '../shared/use-media.ts';
import { useMessage } from '../stage-view/use-message.ts';
import styles from './Drawing.module.css';
import type { Followed, Trail } from './follow-state.ts';
import { stretchOf } from './stretch.ts';
import { TimeDrawing } from './TimeDrawing.tsx';
import type { WalkRow } from './walk.ts';

/** The request's phases, and below them the work of its threads and of the wire. */
export function SwimLaneChart({ followed, trail }: { readonly followed: Followed; readonly trail: Trail }) {
  const t = useTranslations('follow.swim');
  const state = useTranslations();
  const request = `#${trail.journey.id}`;
  const words = useSwimLaneWords(request);
  const palette = paletteOf(useTheme());
  const { ref, width, fontSize } = useSize();
  const lanes = useLanes(trail);
  const changes = useChangesOf(followed.side);
  const data = useMemo(
    (): SwimLaneData => ({ ...stretchOf(trail, changes), side: followed.side, lanes }),
    [followed, trail, changes, lanes],
  );
  const height = swimLaneLines(lanes.length) * fontSize;
  const box = { width, height, fontSize };
  const drawing = useMemo(
    () => (width > 0 ? swimLane.draw(data, { width, height, fontSize }, palette, words) : null),
    [data, width, height, fontSize, palette, words],
  );
  const rows = useMemo(
    () =>
      lanes.map(
        ({ name, lane, spans, isLabelled }): WalkRow => ({
          name,
          lane,
          stays: spans.map((span) => ({
            ...span,
            name:
              isLabelled || span.request === undefined
                ? span.name
                : t('workFor', { what: span.name, request: `#${span.request}` }),
          })),
        }),
      ),
    [lanes, t],
  );
  const chart = shownChart(swimLane, t('title'), data, words);
  const key = t('key', { request });
  const { layout } = trail.recorded;
  const saved: ShownChart = {
    ...chart,
    lines: swimLaneLines(lanes.length) + KEY_LINES,
    note: key,
    draw: (whole, colours) => {
      const entries = swimLaneKey(data, colours, (name) => state(legendKey(name, [layout])));
      return withKey(entries, whole, colours, (inner) => chart.draw(inner, colours));
    },
  };
  return (
    <ChartFigure chart={saved}>
      <TimeDrawing
        label={t('walk')}
        rows={rows}
        side={followed.side}
        stretch={data}
        {...areaOf(box, data)}
        rowAt={(_, y) => rowAt(data, box, y)}
        drawHighlight={({ request: id }, colours) =>
          width > 0 ? highlightLanes(data, box, id, colours) : []
        }
      >
        <div ref={ref} className={styles.swimLane} style={{ blockSize: height }}>
          {drawing && <SvgTree node={drawing} />}
        </div>
      </TimeDrawing>
      <p className={styles.key}>{key}</p>
    </ChartFigure>
  );
}

function useLanes(trail: Trail): readonly Lane[] {
  const t = useTranslations('follow.swim');
  const name = useTranslations('phases.names');
  const state = useTranslations();
  const activity = useTranslations('activity');
  const toText = useMessage();
  return useMemo(() => {
    const { recorded, journey } = trail;
    const { fromNs, toNs } = stretchOf(trail);
    const work = (lane: number, { state: at, activity: number, ...span }: ThreadSpan): LaneSpan => ({
      ...span,
      state: at === 'carrying' ? 'user' : at,
      name:
        activityName(number) === 'none'
          ? state(laneStateKey(recorded.layout, lane, at, span.request !== undefined))
          : activity(activityName(number)),
    });
    const threads = lanesOf(recorded, journey).map((lane) => ({
      isOnServer: isOnServer(recorded.layout, lane),
      name: toText(describeLane(recorded.layout, lane)),
      lane,
      isLabelled: false,
      spans: workOf(recorded, lane, journey, fromNs, toNs).map((span) => work(lane, span)),
    }));
    const segments = segmentsOf(recorded, journey, fromNs, toNs);
    const wires = [false, true].map((isBack) => ({
      name: t(isBack ? 'wireBack' : 'wireOut', { connection: journey.connection + 1 }),
      isLabelled: false,
      spans: segments
        .filter((segment) => segment.isBack === isBack)
        .map(
          ({ bytes, ...segment }): LaneSpan => ({
            ...segment,
            state: 'wire',
            name: t(isBack ? 'segmentBack' : 'segment', { bytes }),
          }),
        ),
    }));
    const requestRow = {
      name: t('request', { request: `#${journey.id}` }),
      isLabelled: true,
      spans: journey.legs.map(
        (leg): LaneSpan => ({
          fromNs: leg.fromNs,
          toNs: leg.toNs,
          state: stateOf(leg.phase),
          isOwn: true,
          request: journey.id,
          name: name(stayName(leg)),
        }),
      ),
    };
    // In the order of a request: the client's threads, the wire, Redis.
    const client = threads.filter((thread) => !thread.isOnServer);
    const server = threads.filter((thread) => thread.isOnServer);
    return [requestRow, ...client, ...(journey.connection >= 0 ? wires : []), ...server];
  }, [trail, t, name, state, activity, toText]);
}

function useSwimLaneWords(request: string): SwimLaneWords {
  const t = useTranslations('follow.swim');
  const axis = useTranslations('follow.spaceTime');
  const words = useWords();
  return useMemo(
    () => ({
      xTitle: (unit) => axis('x', { unit }),
      number: words.number,
      duration: words.duration,
      percent: words.percent,
      tableCaption: t('tableCaption', { request }),
      tableLane: t('lane'),
      tableWhat: t('what'),
      tableFrom: axis('from'),
      tableTime: axis('time'),
      sentence: (facts) => t('describe', facts),
      joiner: t('joiner'),
    }),
    [t, axis, words, request],
  );
}
