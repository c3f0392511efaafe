/** A law in the reader's words. */
import { useTranslations } from 'use-intl';
import type { Law } from '../../explain/laws.ts';
import { useWords } from '../shared/texts.tsx';

const NS_PER_US = 1000;

/** What a law says of this run: "each of 8 connections is lent for the 1.04 ms on the wire". */
export function useLawSentence(): (law: Law) => string {
  const t = useTranslations('why');
  const words = useWords();
  return ({ law, resource, count, timeUs }) =>
    t(`laws.${law}`, {
      resource: resource === undefined ? '' : t(`resources.${resource}`),
      count: count ?? 0,
      time: words.duration((timeUs ?? 0) * NS_PER_US),
    });
}
