import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LevelData, LevelWords } from '../../charts/level-over-time.ts';
import { phases as PHASES } from '../../model/engine/generated/abi.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { focus } from '../marks/focus-state.ts';
import { followLevels, type LevelsState, levels } from '../run/levels.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { useThroughputLimits } from '../why/law-words.ts';
import grid from './Charts.module.css';
import styles from './LevelCharts.module.css';
import { LevelFigure } from './LevelFigure.tsx';
import { Zooms } from './Zooms.tsx';

type Sides = LevelData['sides'];
type Levels = NonNullable<LevelsState['a']>;

const NS_PER_US = 1000;

/** The charts over time: they share the visible part and the highlighted instant. */
export function LevelCharts() {
  useEffect(followLevels, []);
  const fullRange = useWhole();
  const zooms = useStore(focus, (state) => state.zooms);
  const shown = zooms.at(-1) ?? fullRange;
  return (
    <div className={styles.levels}>
      <Zooms />
      <div className={grid.charts}>
        <CompletedChart shown={shown} />
        <InProgressChart shown={shown} />
        <QueueChart shown={shown} />
      </div>
    </div>
  );
}

/** First and last instant measured on either side, ns. */
function useWhole(): readonly [number, number] {
  const a = useStore(run, (state) => state.a.summary);
  const b = useStore(run, (state) => state.b.summary);
  return useMemo(() => {
    const windows = [a, b].flatMap((summary) => (summary ? [summary] : []));
    if (windows.length === 0) return [0, 1e6];
    return [
      Math.min(...windows.map(({ windowStartUs }) => windowStartUs)) * NS_PER_US,
      Math.max(...windows.map(({ windowStartUs, windowUs }) => windowStartUs + windowUs)) * NS_PER_US,
    ];
  }, [a, b]);
}

function useLevelWords(yTitle: string, tableCaption: string): LevelWords {
  const t = useTranslations('plots.levels');
  const { number, instant } = useWords();
  return useMemo(
    () => ({
      xTitle: (unit) => t('x', { unit }),
      yTitle,
      number,
      instant,
      tableCaption,
      tableFrom: t('tableFrom'),
      sentence: (facts) => t('describe', facts),
      reading: (facts) => t('reading', facts),
      empty: t('empty'),
    }),
    [t, number, instant, yTitle, tableCaption],
  );
}

interface Shown {
  readonly shown: readonly [number, number];
}

function CompletedChart({ shown }: Shown) {
  const t = useTranslations('plots.completed');
  const sides = useShownSides();
  const data = useLevels(sides, ofCompleted);
  const { limits, sentence } = useThroughputLimits(sides);
  const plain = useLevelWords(t('y'), t('tableCaption'));
  const words = useMemo(() => ({ ...plain, limits: sentence }), [plain, sentence]);
  return (
    <LevelFigure
      id="completed-over-time"
      title={t('title')}
      sides={data}
      shown={shown}
      words={words}
      unit="1/s"
      limits={limits}
    />
  );
}

const ofCompleted = ({ perSec }: Levels) => perSec;
const ofInProgress = ({ inProgress }: Levels) => inProgress;

/** Counts per equal interval of the measured window. */
function useLevels(sides: readonly SideName[], of: (found: Levels) => readonly number[]): Sides {
  const { a, b } = useStore(levels);
  return useMemo(
    () =>
      sides.flatMap((id) => {
        const found = { a, b }[id];
        return found ? [{ id, fromNs: found.fromNs, binNs: found.binNs, means: of(found) }] : [];
      }),
    [a, b, sides, of],
  );
}

function InProgressChart({ shown }: Shown) {
  const t = useTranslations('plots.inProgress');
  const data = useLevels(useShownSides(), ofInProgress);
  const words = useLevelWords(t('y'), t('tableCaption'));
  return (
    <LevelFigure id="in-progress-over-time" title={t('title')} sides={data} shown={shown} words={words} />
  );
}

const sumOf = (values: readonly number[] | undefined): number =>
  values?.reduce((sum, value) => sum + value, 0) ?? 0;

/** One queue at a time; the fullest first. */
function QueueChart({ shown }: Shown) {
  const t = useTranslations('plots.queue');
  const phaseName = useTranslations('phases.names');
  const sides = useShownSides();
  const { a, b } = useStore(levels);
  const [chosen, setChosen] = useState<(typeof PHASES)[number]>();
  const there = PHASES.filter((phase) => a?.queues[phase] || b?.queues[phase]);
  const fullest = there.reduce<(typeof PHASES)[number] | undefined>((best, phase) => {
    const size = (name: string) => sumOf(a?.queues[name]) + sumOf(b?.queues[name]);
    return best === undefined || size(phase) > size(best) ? phase : best;
  }, undefined);
  const phase = chosen !== undefined && there.includes(chosen) ? chosen : fullest;
  const data = useLevels(
    sides,
    // A queue without entries stays at zero.
    useCallback(
      ({ queues, inProgress }) => (phase === undefined ? [] : (queues[phase] ?? inProgress.map(() => 0))),
      [phase],
    ),
  );
  const place = phase === undefined ? '' : phaseName(phase);
  const plain = useLevelWords(t('y'), t('tableCaption', { place }));
  const words = useMemo(
    () => ({ ...plain, subject: place === '' ? undefined : t('subject', { place }) }),
    [plain, place, t],
  );
  return (
    <LevelFigure
      id={`queue-over-time-${phase ?? 'none'}`}
      title={t('title')}
      sides={data}
      shown={shown}
      words={words}
      controls={
        <Select
          label={t('which')}
          value={phase ?? ''}
          options={there.map((id) => ({ id, title: phaseName(id) }))}
          onChoose={setChosen}
        />
      }
    />
  );
}
