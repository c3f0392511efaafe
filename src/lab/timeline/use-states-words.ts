import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { ThreadStatesWords } from '../../charts/thread-states.ts';
import type { Track } from '../../model/playback/player.ts';
import { laneStateKey, legendKey } from '../../stage/state-words.ts';
import { useWords } from '../../ui/texts.tsx';
import type { View } from './time-view.ts';

/** The words of the timeline's table, sentences and picture, which say whose threads they are. */
export function useStatesWords({ id, layout }: Track, { fromNs, toNs }: View): ThreadStatesWords {
  const t = useTranslations('profile.timeline');
  const state = useTranslations();
  const words = useWords();
  return useMemo(() => {
    const range = { side: id.toUpperCase(), ...words.ends([fromNs, toNs]) };
    return {
      xTitle: (unit) => t('x', { unit }),
      number: words.number,
      state: (name, ofClass) => {
        if (ofClass === undefined) return state(legendKey(name, [layout]));
        if (ofClass !== 'caller')
          return state(name === 'waitReply' && ofClass === 'serverMain' ? 'state.waitDisk' : `state.${name}`);
        // Some of them may be asleep.
        return state(name === 'idle' ? 'stage.legend.idle' : laneStateKey(layout, 0, name, false));
      },
      className: (name, count) => t(`classes.${name}`, { count }),
      percent: words.percent,
      tableCaption: t('tableCaption', range),
      tableThread: t('thread'),
      sentence: (facts) => t('describe', facts),
      whole: (classes) => t('describeRange', { ...range, classes: classes.join(t('joiner')) }),
      empty: t('loading'),
    };
  }, [t, state, words, id, layout, fromNs, toNs]);
}
