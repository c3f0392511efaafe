import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type LevelData, type LevelWords, levelOverTime } from '../../../charts/level-over-time.ts';
import { SpecFigure } from '../../../lab/figures/SpecFigure.tsx';
import { useWords } from '../../../ui/texts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { SERIES, type SeriesName } from '../measures.ts';
import styles from './Incidents.module.css';
import { incidentState, type ShownRun } from './incident-state.ts';

/** Unit of each line; the figure's title names the quantity, and the axis names the unit. */
const UNITS: Readonly<Record<SeriesName, 'ms' | 'perSec' | 'percent'>> = {
  requestsPerSec: 'perSec',
  p50Ms: 'ms',
  p99Ms: 'ms',
  waitMs: 'ms',
  errorsPerSec: 'perSec',
  commandsPerSec: 'perSec',
  redisPercent: 'percent',
  clientPercent: 'percent',
};

/** Height of a chart, lines of text. */
const LINES = 11;

/** Whether the goal is met, as found and with the student's changes. */
export function OutcomeTable() {
  const t = useTranslations('incidents.outcome');
  const words = useWords();
  const { variant, found, tried } = useStore(incidentState);
  if (!variant || !found) return null;
  const runs = [
    ['found', found],
    ['tried', tried],
  ] as const;
  return (
    <section className={styles.section} aria-labelledby="incident-goal">
      <h2 id="incident-goal">{t('title')}</h2>
      <p>
        {t('goal', {
          p99: words.duration(variant.goal.p99Ms * 1e6),
          answered: words.percent(variant.goal.answered),
        })}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('run')}</th>
            <th scope="col">{t('p99')}</th>
            <th scope="col">{t('answered')}</th>
            <th scope="col">{t('met')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(
            ([name, run]) =>
              run && (
                <tr key={name}>
                  <th scope="row">{t(name)}</th>
                  <td>{words.duration(run.outcome.p99Ns)}</td>
                  <td>{words.percent(run.outcome.answered)}</td>
                  <td>{t(run.outcome.meetsGoal ? 'yes' : 'no')}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** The lines over time, of the run as found and of the last one with changes. */
export function Dashboards() {
  const t = useTranslations('incidents.dashboards');
  const { found, tried } = useStore(incidentState);
  if (!found) return null;
  return (
    <section className={styles.section} aria-labelledby="incident-dashboards">
      <h2 id="incident-dashboards">{t('title')}</h2>
      <p className={styles.note}>
        {t('note')} {tried && t('legend')}
      </p>
      <div className={styles.charts}>
        {SERIES.map((name) => (
          <SeriesChart key={name} name={name} found={found} tried={tried} />
        ))}
      </div>
    </section>
  );
}

interface SeriesChartProps {
  readonly name: SeriesName;
  readonly found: ShownRun;
  readonly tried: ShownRun | undefined;
}

function SeriesChart({ name, found, tried }: SeriesChartProps) {
  const t = useTranslations('incidents.dashboards');
  const axis = useTranslations('plots.levels');
  const { number, instant } = useWords();
  const title = t(name);
  const unit = t(`units.${UNITS[name]}`);
  const tableCaption = t('tableCaption', { title, unit });
  const words = useMemo<LevelWords>(
    () => ({
      xTitle: (unit) => axis('x', { unit }),
      yTitle: unit,
      number,
      instant,
      tableCaption,
      tableFrom: axis('tableFrom'),
      sentence: (facts) => axis('describe', facts),
      reading: (facts) => axis('reading', facts),
      empty: axis('empty'),
    }),
    [axis, number, instant, unit, tableCaption],
  );
  const data = useMemo<LevelData>(() => {
    const side = (id: 'a' | 'b', { binNs, exhibits }: ShownRun) => ({
      ...{ id, fromNs: 0, binNs },
      means: exhibits.series[name],
    });
    return {
      shown: [0, found.endNs],
      pointedNs: undefined,
      selected: undefined,
      sides: [side('a', found), ...(tried ? [side('b', tried)] : [])],
    };
  }, [name, found, tried]);
  return (
    <SpecFigure
      spec={{ ...levelOverTime, id: `incident-${name}` }}
      title={title}
      data={data}
      words={words}
      lines={LINES}
    />
  );
}
