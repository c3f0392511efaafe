import { useTranslations } from 'use-intl';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { useWords } from '../../ui/texts.tsx';

type Condition = readonly [path: string, text: string];

/**
 * The main conditions that runs have in common, for titles: load and round-trip time ("20,000 req/s", "RTT 1
 * ms"). Varied settings are left out.
 */
export function useConditions(): (
  scenarios: readonly Scenario[],
  varied?: readonly string[],
) => readonly string[] {
  const t = useTranslations('export.conditions');
  const { number, duration } = useWords();
  const conditionsOf = ({ workload: { arrivals }, network }: Scenario): Condition[] => [
    arrivals.kind === 'open'
      ? ['workload.arrivals.ratePerSec', t('rate', { rate: number(arrivals.ratePerSec) })]
      : ['workload.arrivals.callers', t('callers', { count: arrivals.callers })],
    ['network.rttUs', t('rtt', { time: duration(network.rttUs * 1000) })],
  ];
  return (scenarios, varied = []) => {
    const [first, ...others] = scenarios.map(conditionsOf);
    return (first ?? [])
      .filter(([path, text]) => {
        const isCommon = others.every((conditions) => conditions.some(([, other]) => other === text));
        return isCommon && !varied.includes(path);
      })
      .map(([, text]) => text);
  };
}
