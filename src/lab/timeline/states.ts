/** The timeline's rows in the chart's form: times in states, and areas for a picture. */

import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { StateArea, ThreadStatesData, ThreadStatesWords } from '../../charts/thread-states.ts';
import { paletteOf } from '../../lib/palette.ts';
import { type Excerpt, endOf } from '../../model/analysis/excerpt.ts';
import { countsOver, firstAfter, type TimelineRow, timeByState } from '../../model/analysis/timeline.ts';
import { threadStates } from '../../model/engine/generated/abi.ts';
import type { Track } from '../../model/playback/player.ts';
import { laneStateKey, legendKey } from '../../stage/state-words.ts';
import { STATE_ORDER } from '../../stage/timeline.ts';
import { stateName } from '../../stage/vocabulary.ts';
import { useWords } from '../../ui/texts.tsx';
import type { View } from './time-view.ts';

/** The texts of the timeline's table, sentences and picture, with the name of the side. */
export function useStatesWords({ id, layout }: Track, { fromNs, toNs }: View): ThreadStatesWords {
  const t = useTranslations('profile.timeline');
  const state = useTranslations();
  const words = useWords();
  return useMemo(() => {
    const range = { side: id.toUpperCase(), ...words.ends([fromNs, toNs]) };
    return {
      xTitle: (unit) => t('x', { unit }),
      number: words.number,
      state: (name, ofClass) => {
        if (ofClass === undefined) return state(legendKey(name, [layout]));
        if (ofClass !== 'caller')
          return state(name === 'waitReply' && ofClass === 'serverMain' ? 'state.waitDisk' : `state.${name}`);
        // Some of them may be asleep.
        return state(name === 'idle' ? 'stage.legend.idle' : laneStateKey(layout, 0, name, false));
      },
      className: (name, count) => t(`classes.${name}`, { count }),
      percent: words.percent,
      tableCaption: t('tableCaption', range),
      tableThread: t('thread'),
      sentence: (facts) => t('describe', facts),
      whole: (classes) => t('describeRange', { ...range, classes: classes.join(t('joiner')) }),
      empty: t('loading'),
    };
  }, [t, state, words, id, layout, fromNs, toNs]);
}

/** Intervals of a picture in which several threads are counted. */
const INTERVALS = 240;

/** The recorded part of a view. */
export function statesOf(
  rows: readonly TimelineRow[],
  nameOf: (row: TimelineRow) => string,
  excerpt: Excerpt | undefined,
  view: View,
): ThreadStatesData {
  const fromNs = Math.max(view.fromNs, excerpt?.fromNs ?? view.fromNs);
  const toNs = Math.max(fromNs, Math.min(view.toNs, excerpt?.toNs ?? fromNs));
  return {
    fromNs,
    toNs,
    zeroNs: 0,
    rows: rows.map((row) => ({
      name: nameOf(row),
      class: row.class,
      threads: row.kind === 'lane' ? 1 : row.lanes.length,
      times: excerpt && toNs > fromNs ? times(excerpt, row, fromNs, toNs) : [],
      areas: () => (excerpt ? areas(excerpt, row, fromNs, toNs) : []),
    })),
  };
}

function times(excerpt: Excerpt, row: TimelineRow, fromNs: number, toNs: number) {
  const all = timeByState(excerpt, row, fromNs, toNs);
  return threadStates.map((state, i) => ({ state, ns: Math.round(all[i] ?? 0) })).filter(({ ns }) => ns > 0);
}

function areas(excerpt: Excerpt, row: TimelineRow, fromNs: number, toNs: number): StateArea[] {
  if (row.kind === 'others') return stacked(excerpt, row, row.lanes.length, fromNs, toNs);
  const spans = excerpt.ofLane.get(row.lane) ?? [];
  const found: StateArea[] = [];
  for (let at = firstAfter(excerpt, spans, fromNs); at < spans.length; at++) {
    const span = spans[at] as number;
    const start = excerpt.start[span] as number;
    if (start >= toNs) break;
    const number = excerpt.kind[span] as number;
    const high = paletteOf('light').states[stateName(number) ?? 'idle'].height;
    found.push({
      state: threadStates[number] ?? 'idle',
      fromNs: start,
      toNs: endOf(excerpt, span),
      low: 0,
      high,
    });
  }
  return found;
}

function stacked(
  excerpt: Excerpt,
  row: TimelineRow,
  threads: number,
  fromNs: number,
  toNs: number,
): StateArea[] {
  const counts = countsOver(excerpt, row, fromNs, toNs, INTERVALS);
  const width = (toNs - fromNs) / INTERVALS;
  return Array.from({ length: INTERVALS }, (_, i) => i).flatMap((i) => {
    let low = 0;
    return STATE_ORDER.flatMap((number): StateArea[] => {
      const part = (counts[i * threadStates.length + number] ?? 0) / threads;
      if (part <= 0) return [];
      const from = fromNs + i * width;
      const area = {
        state: threadStates[number] ?? 'idle',
        fromNs: from,
        toNs: from + width,
        low,
        high: low + part,
      };
      low += part;
      return [area];
    });
  });
}
