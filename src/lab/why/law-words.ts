/** A law in the reader's language. */
import { useCallback, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Limit } from '../../charts/level-over-time.ts';
import { hasOwnWork } from '../../model/explain/finding.ts';
import { type Law, lawsOf } from '../../model/explain/laws.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';

const NS_PER_US = 1000;

type Named = Pick<Law, 'law' | 'trips' | 'pauses' | 'isSplit'>;

/** The explained symbols of a law; a pause only if callers pause, and work where it is counted. */
export const lettersOf = ({ law, pauses, isSplit }: Named) =>
  ({
    resource: ['D'],
    callers: ['N', 'RTT', ...(isSplit ? [] : (['work'] as const)), ...(pauses ? (['Z'] as const) : [])],
    pool: ['K', 'RTT'],
    carriers: ['C', 'RTT'],
    workers: ['W', 'RTT'],
    blocking: ['shared', 'B'],
    offered: ['rate'],
  })[law] as readonly ('D' | 'N' | 'RTT' | 'work' | 'Z' | 'K' | 'C' | 'W' | 'shared' | 'B' | 'rate')[];

/** The formula of a law: "N/(RTT + D)", with Z only if callers pause. */
export function useLawName(): (law: Named) => string {
  const t = useTranslations('why.laws.names');
  return useCallback(
    ({ law, trips = 1, pauses, isSplit }) =>
      t(law, { trips, pauses: pauses ? 1 : 0, split: isSplit ? 1 : 0 }),
    [t],
  );
}

/**
 * The statement of a law about this run: "each of 8 connections is in use at least for the 1.04 ms on the
 * wire".
 */
export function useLawSentence(): (law: Law) => string {
  const t = useTranslations('why');
  const words = useWords();
  return ({
    law,
    resource,
    isShared,
    sharing = '',
    node = 0,
    count,
    timeUs,
    diskUs = 0,
    pauses,
    observedPerSec,
  }) =>
    t(`laws.${law}`, {
      resource:
        resource === undefined
          ? ''
          : sharing === 'uneven' && hasOwnWork(resource)
            ? t(`busiest.${resource}`, { node })
            : t(`resources.${isShared ? 'sharedCores' : resource}`),
      sharing,
      count: count ?? 0,
      by: resource === undefined ? '' : t(`contrast.servers.${resource}`, { count: count ?? 1 }),
      pauses: pauses ? 1 : 0,
      isMore: observedPerSec === undefined ? 0 : 1,
      came: `${words.number(observedPerSec ?? 0)}/s`,
      time: words.duration((timeUs ?? 0) * NS_PER_US),
      waits: diskUs > 0 ? 1 : 0,
      disk: words.duration(diskUs * NS_PER_US),
    });
}

/** The tightest limit of each side, as lines on a throughput chart. */

export function useThroughputLimits(sides: readonly SideName[]): {
  readonly limits: readonly Limit[];
  readonly sentence: (labels: readonly string[]) => string;
} {
  const t = useTranslations('why');
  const words = useWords();
  const lawName = useLawName();
  const systems = useStore(experiment);
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  return useMemo(() => {
    const limits = sides.flatMap((id): Limit[] => {
      const { summary, isStale } = { a, b }[id];
      const scenario = systems[id]?.scenario;
      if (!summary || !scenario || isStale) return [];
      // The other limits are in the panel "Why?"; many close lines would hide the run.
      const [tightest] = lawsOf(scenario, summary);
      if (!tightest) return [];
      const { resource, isShared, perSec } = tightest;
      const name =
        resource === undefined
          ? lawName(tightest)
          : t('laws.ofResource', { resource: t(`resources.${isShared ? 'sharedCores' : resource}`) });
      const label = t('laws.line', { side: id.toUpperCase(), law: name, value: words.number(perSec) });
      return [{ id, value: perSec, label }];
    });
    return {
      limits,
      sentence: (labels: readonly string[]) => t('laws.lines', { lines: labels.join(t('laws.joiner')) }),
    };
  }, [a, b, systems, sides, t, words, lawName]);
}
