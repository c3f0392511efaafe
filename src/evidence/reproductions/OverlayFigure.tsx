import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type MeasuredData,
  type MeasuredRow,
  type MeasuredWords,
  measuredLines,
  measuredRows,
} from '../../charts/measured-rows.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { experiment, SIDES } from '../../lab/settings/experiment-state.ts';
import { presetIds } from '../../model/scenario/presets.ts';
import { DEFAULT_PAIR } from '../../model/scenario/url.ts';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Estimate, type Overlay, type OverlayPoint, percentileOf } from '../imports/overlay.ts';
import { type BaseSystem, predictOverlay, stopPrediction } from '../imports/overlays.ts';
import { overlays, type PredictedPoint } from '../imports/overlays-state.ts';
import { evidenceProvenance } from './evidence-provenance.ts';
import styles from './Overlays.module.css';
import { useNumberWords } from './use-number-words.ts';

/** Comparable quantities; percentiles are those of the model's summary. */
const QUANTITIES = ['perSec', 'meanUs', 'p50', 'p90', 'p99', 'p999', 'executionUs'] as const;
type Quantity = (typeof QUANTITIES)[number];

const SHARES: Readonly<Partial<Record<Quantity, number>>> = { p50: 0.5, p90: 0.9, p99: 0.99, p999: 0.999 };

/** Most rows of a drawing and its table; the others are counted below it. */
const MOST_ROWS = 60;

function estimateOf(
  point: OverlayPoint,
  quantity: Quantity,
  share: number | undefined,
): Estimate | undefined {
  if (share !== undefined) return percentileOf(point, share);
  if (quantity === 'perSec') return point.perSec;
  if (quantity === 'meanUs') return point.meanUs;
  const execution = point.execution?.meanUs;
  return execution === undefined ? undefined : { value: execution };
}

function seenOf(
  point: OverlayPoint,
  quantity: Quantity,
): Omit<MeasuredRow, 'name' | 'predicted'> | undefined {
  const share = SHARES[quantity];
  const estimate = estimateOf(point, quantity, share);
  if (!estimate) return undefined;
  const { value, low, high } = estimate;
  return { seen: value, ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
}

function predictedOf(answer: PredictedPoint | undefined, quantity: Quantity): number | undefined {
  const share = SHARES[quantity];
  if (share !== undefined) return answer?.percentilesUs?.[share];
  if (quantity === 'perSec') return answer?.perSec;
  return quantity === 'meanUs' ? answer?.meanUs : undefined;
}

/** The points of an overlay with the model's predictions. */
export function OverlayFigure({ overlay }: { readonly overlay: Overlay }) {
  const t = useTranslations('evidence.files');
  const prediction = useStore(overlays, (state) => state.predictions[overlay.id]);
  const known = QUANTITIES.filter((quantity) => overlay.points.some((point) => seenOf(point, quantity)));
  const [chosen, setChosen] = useState<Quantity>();
  const quantity = chosen && known.includes(chosen) ? chosen : (known[0] ?? 'perSec');
  const numbers = useNumberWords();
  const data = useMemo(
    (): MeasuredData => ({
      rows: overlay.points.slice(0, MOST_ROWS).flatMap((point, index) => {
        const measured = seenOf(point, quantity);
        const predicted = predictedOf(prediction?.points[index], quantity);
        return measured
          ? [{ name: point.name, ...measured, ...(predicted === undefined ? {} : { predicted }) }]
          : [];
      }),
    }),
    [overlay, prediction, quantity],
  );
  const words = useMemo(
    (): MeasuredWords => ({
      ...numbers,
      quantity: t(`quantities.${quantity}`),
      measured: t('measured'),
      model: t('model'),
      tableCaption: t(`quantities.${quantity}`),
      columns: {
        row: t('columns.row'),
        seen: t('columns.seen'),
        low: t('columns.low'),
        high: t('columns.high'),
        predicted: t('columns.predicted'),
        error: t('columns.error'),
      },
      sentence: (facts) => t('describe', { ...facts, quantity: t(`quantities.${quantity}`) }),
      empty: t('empty'),
    }),
    [t, numbers, quantity],
  );
  const more = Math.max(0, overlay.points.length - MOST_ROWS) + (overlay.pointsLeft ?? 0);
  const refused = prediction?.points.flatMap(({ problem }) => problem ?? []) ?? [];
  return (
    <>
      {overlay.format !== 'measured' && <Predict overlay={overlay} />}
      {refused[0] && <ProblemList problems={[refused[0]]} />}
      <SpecFigure
        spec={measuredRows}
        title={t('title', { title: overlay.title })}
        data={data}
        words={words}
        lines={measuredLines(data.rows.length)}
        provenance={evidenceProvenance}
        controls={
          known.length > 1 && (
            <Select
              label={t('quantity')}
              value={quantity}
              options={known.map((id) => ({ id, title: t(`quantities.${id}`) }))}
              onChoose={setChosen}
            />
          )
        }
      />
      {more > 0 && <p className={styles.note}>{t('more', { more })}</p>}
    </>
  );
}

/** Converts between a choice of system and its text. */
const systemFrom = (choice: string): BaseSystem => {
  if (choice === BENCHMARK) return BENCHMARK;
  return choice === 'a' || choice === 'b' ? { side: choice } : { preset: choice };
};

const BENCHMARK = 'benchmark';

/** Predicts the same configurations, as edits of a system that the reader chooses. */
function Predict({ overlay }: { readonly overlay: Overlay }) {
  const t = useTranslations('evidence.files');
  const { titles } = useWords().presets;
  const prediction = useStore(overlays, (state) => state.predictions[overlay.id]);
  const hasLab = useStore(experiment, (state) => state.a !== undefined && state.b !== undefined);
  const [choice, setChoice] = useState<string>();
  const id = useId();
  const usual = hasLab ? 'a' : DEFAULT_PAIR.a;
  const present = choice ?? (overlay.format.startsWith('redis-benchmark') ? BENCHMARK : usual);
  const isRunning = prediction?.status === 'running';
  const failure = prediction?.problem;
  const failures = useMemo(() => (failure ? [failure] : []), [failure]);
  return (
    <p className={styles.choice}>
      <label htmlFor={id}>{t('system')}</label>
      <Select
        id={id}
        value={present}
        options={[
          ...(hasLab ? SIDES : []).map((side) => ({
            id: side as string,
            title: t('side', { side: side.toUpperCase() }),
          })),
          { id: BENCHMARK, title: t('benchmark') },
          ...presetIds.map((preset) => ({ id: preset, title: titles[preset] ?? preset })),
        ]}
        onChoose={setChoice}
      />
      {isRunning ? (
        <Button onClick={stopPrediction}>{t('stop')}</Button>
      ) : (
        <ButtonWithReason
          reason={overlay.points.length === 0 ? t('noPoints') : undefined}
          onClick={() => void predictOverlay(overlay.id, systemFrom(present))}
        >
          {t('predict')}
        </ButtonWithReason>
      )}
      {prediction && (
        <span role="status" className={styles.status}>
          {t('progress', { done: prediction.points.length, total: overlay.points.length })}
        </span>
      )}
      <ProblemList problems={failures} takesFocus />
    </p>
  );
}
