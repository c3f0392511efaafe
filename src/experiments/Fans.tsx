import { useState } from 'react';
import { largest, smallest } from '../charts/sweep-lines.ts';
import type { Overlay } from '../evidence/imports/overlay.ts';
import { NONE_HIDDEN } from '../ui/ShownLegend.tsx';
import { fanData, PERCENTILES, slicesOf } from './chart-data.ts';
import styles from './Experiments.module.css';
import { LineLegend, LinesFigure } from './LinesFigure.tsx';
import { laidOverFan } from './measured-data.ts';
import { useSweepWords } from './metric-words.ts';
import { NotLaid, Residuals } from './Residuals.tsx';
import type { SweepRun } from './sweep-state.ts';

interface FansProps {
  readonly run: SweepRun;
  readonly overlay: Overlay | undefined;
}

/** One of the percentiles: all of them are times. */
const METRIC = 'responseTime.p99Us';

/** The percentiles of every system, one drawing each on one scale. */
export function Fans({ run, overlay }: FansProps) {
  const words = useSweepWords();
  const [hidden, setHidden] = useState(NONE_HIDDEN);
  const [pointed, setPointed] = useState<number>();
  const isShown = ({ style }: { readonly style: number }) => !hidden.has(style);
  const all = (slicesOf(run)[0]?.points ?? []).flatMap((points, series) => {
    const fan = fanData(run, points, words);
    if (!fan) return [];
    const data = { ...fan, pointed, lines: fan.lines.filter(isShown) };
    const laid = overlay && laidOverFan(run, points, data.x, overlay);
    const slice = { second: 0, points: fan.lines.map(() => points) };
    return [{ name: run.sweep.series[series]?.name ?? '', data, laid, slice }];
  });
  const lines = all.flatMap(({ data }) => data.lines);
  const most = largest(
    lines,
    all.flatMap(({ laid }) => laid?.points.filter(isShown) ?? []),
  );
  const least = smallest(lines);
  return (
    <>
      <LineLegend names={PERCENTILES.map(([name]) => name)} hidden={hidden} onHidden={setHidden} />
      <div className={styles.charts}>
        {all.map(({ name, data, laid, slice }, series) => {
          const measured = laid?.points.filter(isShown) ?? [];
          const shown = { ...data, measured, most, least };
          return (
            // Systems may have equal names.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={series} className={styles.stack}>
              <LinesFigure
                run={run}
                slice={slice}
                metric={METRIC}
                title={name}
                data={shown}
                lines={24}
                onPoint={setPointed}
                canSketch={false}
              />
              <Residuals run={run} metric={METRIC} title={name} above={shown} points={measured} />
            </div>
          );
        })}
      </div>
      {overlay && <NotLaid run={run} all={all.flatMap(({ laid }) => laid ?? [])} />}
    </>
  );
}
