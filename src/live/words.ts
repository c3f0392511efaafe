/** Texts shared by the page of live runs. */
import { useTranslations } from 'use-intl';
import type { QuantityUnit } from '../bridge/workload/residual.ts';
import { useWords, type Words } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import type { Point } from './calibration/points.ts';
import { measurement } from './measurement-state.ts';

/** Why nothing else can start: a real run is measured or played; undefined otherwise. */
export function useBusyReason(): string | undefined {
  const t = useTranslations('real');
  const isIdle = useStore(measurement, (state) => state.status === 'idle');
  return isIdle ? undefined : t('busy');
}

/** A deviation with its sign, to a tenth of a per cent: `+12 %`. */
export const signed = (share: number, words: Words): string =>
  `${share < 0 ? '−' : '+'}${words.percent(Math.abs(Math.round(share * 1000) / 1000))}`;

/** Formats of measured and modelled quantities. */
export const FORMATS: Readonly<Record<QuantityUnit, (value: number, words: Words) => string>> = {
  '1/s': (value, words) => words.count(Math.round(value)),
  us: (value, words) => words.duration(value * 1000),
  number: (value, words) => words.number(Math.round(value * 100) / 100),
};

/**
 * Time of a measurement.
 * @param iso ISO 8601
 */
export const dateText = (iso: string, { language }: Words): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(Date.parse(iso));

/** A configuration in one line. */
export function usePointText(): (point: Point) => string {
  const t = useTranslations('real.calibration');
  const drivers = useTranslations('real.question.drivers');
  const mixes = useTranslations('real.question.mixes');
  const words = useWords();
  return ({ question: { driver, callers, connections, mix, valueBytes, batch, batchSize, rttUs }, isHeld }) =>
    t('point', {
      driver: drivers(driver),
      callers,
      connections: String(connections),
      mix: mixes(mix),
      bytes: words.count(valueBytes),
      batch,
      size: words.count(batchSize),
      place: isHeld ? 'held' : 'free',
      rtt: rttUs === 0 ? 'none' : words.duration(rttUs * 1000),
    });
}
