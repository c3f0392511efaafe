import { largest, smallest } from '../../charts/sweep-lines.ts';
import type { Overlay } from '../../imports/overlay.ts';
import type { SweepRun } from '../../stores/sweep.ts';
import { fanData, slicesOf } from './chart-data.ts';
import styles from './Experiments.module.css';
import { LinesFigure } from './LinesFigure.tsx';
import { laidOverFan } from './measured-data.ts';
import { useSweepWords } from './metric-words.ts';
import { NotLaid, Residuals } from './Residuals.tsx';

interface FansProps {
  readonly run: SweepRun;
  readonly overlay: Overlay | undefined;
}

/** Any of the percentiles: all are times. */
const METRIC = 'responseTime.p99Us';

/** The percentiles of every system, one drawing each on one scale. */
export function Fans({ run, overlay }: FansProps) {
  const words = useSweepWords();
  const all = (slicesOf(run)[0]?.points ?? []).flatMap((points, series) => {
    const data = fanData(run, points, words);
    if (!data) return [];
    const laid = overlay && laidOverFan(run, points, data.x, overlay);
    const slice = { second: 0, points: data.lines.map(() => points) };
    return [{ name: run.sweep.series[series]?.name ?? '', data, laid, slice }];
  });
  const lines = all.flatMap(({ data }) => data.lines);
  const most = largest(
    lines,
    all.flatMap(({ laid }) => laid?.points ?? []),
  );
  const least = smallest(lines);
  return (
    <>
      <div className={styles.charts}>
        {all.map(({ name, data, laid, slice }, series) => {
          const measured = laid?.points ?? [];
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
