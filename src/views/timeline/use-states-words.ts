import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ThreadStatesWords } from '../../charts/thread-states.ts';
import { useWords } from '../shared/texts.tsx';
import type { View } from './time-view.ts';

/** The words of the timeline's table, sentences and picture. */
export function useStatesWords({ fromNs, toNs }: View): ThreadStatesWords {
  const t = useTranslations('profile.timeline');
  const state = useTranslations('state');
  const words = useWords();
  return useMemo(() => {
    const range = words.ends([fromNs, toNs]);
    return {
      xTitle: (unit) => t('x', { unit }),
      number: words.number,
      state: (name) => state(name),
      className: (name, count) => t(`classes.${name}`, { count }),
      percent: words.percent,
      tableCaption: t('tableCaption', range),
      tableThread: t('thread'),
      sentence: (facts) => t('describe', facts),
      whole: (classes) => t('describeRange', { ...range, classes: classes.join(t('joiner')) }),
      empty: t('loading'),
    };
  }, [t, state, words, fromNs, toNs]);
}
