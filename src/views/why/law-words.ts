/** A law in the reader's words. */
import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Law } from '../../explain/laws.ts';
import { useWords } from '../shared/texts.tsx';

const NS_PER_US = 1000;

type Named = Pick<Law, 'law' | 'trips' | 'pauses'>;

/** The letters of a law, which are explained; a pause only where somebody pauses. */
export const lettersOf = ({ law, pauses }: Named) =>
  ({
    resource: ['D'],
    callers: ['N', 'RTT', 'work', ...(pauses ? (['Z'] as const) : [])],
    pool: ['K', 'RTT'],
    offered: ['rate'],
  })[law] as readonly ('D' | 'N' | 'RTT' | 'work' | 'Z' | 'K' | 'rate')[];

/** A law as it is written: "N/(RTT + D)", with Z only where somebody pauses. */
export function useLawName(): (law: Named) => string {
  const t = useTranslations('why.laws.names');
  return useCallback(({ law, trips = 1, pauses }) => t(law, { trips, pauses: pauses ? 1 : 0 }), [t]);
}

/** What a law says of this run: "each of 8 connections is lent for the 1.04 ms on the wire". */
export function useLawSentence(): (law: Law) => string {
  const t = useTranslations('why');
  const words = useWords();
  return ({ law, resource, count, timeUs, pauses }) =>
    t(`laws.${law}`, {
      resource: resource === undefined ? '' : t(`resources.${resource}`),
      count: count ?? 0,
      pauses: pauses ? 1 : 0,
      time: words.duration((timeUs ?? 0) * NS_PER_US),
    });
}
