import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import {
  type StationsData,
  type StationsWords,
  stationsChart,
  stationsLines,
} from '../../charts/stations.ts';
import { formatList } from '../../lib/languages.ts';
import { type Station, stationsOf } from '../../model/explain/stations.ts';
import { useWords } from '../../ui/texts.tsx';
import { SpecFigure } from '../figures/SpecFigure.tsx';
import { useSize } from '../results/use-size.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Stations.module.css';
import { useSystem } from './use-system.ts';

const NS_PER_US = 1000;
/** Mean queue length from which it is named. */
const NOTABLE_QUEUE = 0.5;

/** The stations of the shown sides whose runs are up to date. */
function useStations(): StationsData {
  const sides = useShownSides();
  const a = useSystem('a');
  const b = useSystem('b');
  return useMemo(() => {
    const systems = { a, b };
    return sides.flatMap((side) => {
      const system = systems[side];
      return system ? [{ side, stations: stationsOf(system.scenario, system.summary) }] : [];
    });
  }, [sides, a, b]);
}

function useStationsWords(): StationsWords {
  const t = useTranslations('why.stations');
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' });
  const words = useWords();
  const name = ({ id, isShared, count }: Station) =>
    t('named', { name: t(`names.${isShared ? 'sharedCores' : id}`), count });
  return {
    side: (side) => side.toUpperCase(),
    name,
    use: ({ use, utilisation = 0, ownUtilisation }) => {
      const share = words.percent(utilisation);
      return ownUtilisation === undefined
        ? t(`use.${use}`, { share })
        : t('use.shared', { share, own: words.percent(ownUtilisation) });
    },
    demand: ({ demandUs }) =>
      demandUs === undefined ? '' : t('demand', { time: words.duration(demandUs * NS_PER_US) }),
    waiting: ({ waiting }) => (waiting < NOTABLE_QUEUE ? '' : t('waiting', { count: words.number(waiting) })),
    bottleneck: t('bottleneck'),
    columns: {
      side: t('columns.side'),
      station: t('columns.station'),
      count: t('columns.count'),
      utilisation: t('columns.utilisation'),
      demand: t('columns.demand'),
      waiting: t('columns.waiting'),
    },
    tableCaption: t('tableCaption'),
    sentence: ({ side, stations }) =>
      t('sentence', { side, count: stations.length, names: list.format(stations) }),
    empty: t('empty'),
  };
}

/** The path of a request through each system, with the bottleneck framed; as a list for screen readers. */
export function Stations() {
  const t = useTranslations('why.stations');
  const data = useStations();
  const words = useStationsWords();
  const { language } = useWords();
  const { ref, width, fontSize } = useSize();
  return (
    <div ref={ref} className={styles.stations}>
      <SpecFigure
        spec={stationsChart}
        title={t('title')}
        data={data}
        words={words}
        lines={stationsLines(data, { width, fontSize })}
      >
        <p className={styles.key}>{t('key')}</p>
        {data.map(({ side, stations }) => (
          <ol key={side} className="visually-hidden" aria-label={words.side(side)}>
            {stations.map((station) => (
              <li key={station.id}>
                {formatList(
                  language,
                  [
                    words.name(station),
                    station.isBottleneck ? words.bottleneck : '',
                    words.use(station),
                    words.demand(station),
                    words.waiting(station),
                  ].filter((part) => part !== ''),
                )}
              </li>
            ))}
          </ol>
        ))}
      </SpecFigure>
    </div>
  );
}
