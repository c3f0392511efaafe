import { group } from 'd3-array';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { eventValues } from '../shared/event-values.ts';
import { type EventMark, focus } from './focus-state.ts';

/** Writes the events of the runs to the state, for everything with a time axis. Renders nothing. */
export function EventMarks() {
  const t = useTranslations('events');
  const words = useWords();
  const a = useStore(experiment, (state) => state.a?.scenario);
  const b = useStore(experiment, (state) => state.b?.scenario);
  useEffect(() => {
    const scenarios = { a, b };
    // Events of one moment share a mark, and so do equal ones of both sides.
    const moments = new Map<string, { ns: number; texts: Map<string, EventMark['sides']> }>();
    for (const side of SIDES)
      for (const event of scenarios[side]?.events ?? []) {
        const ns = event.atMs * 1e6;
        const text = t('what', eventValues(event, words.language));
        const { texts } = moments.get(`${ns}`) ?? { texts: new Map<string, EventMark['sides']>() };
        texts.set(text, [...new Set([...(texts.get(text) ?? []), side])]);
        moments.set(`${ns}`, { ns, texts });
      }
    const eventMarks = [...moments.values()].flatMap(({ ns, texts }): EventMark[] => {
      const bySides = group([...texts], ([, sides]) => sides.join(' '));
      return [...bySides.values()].map((together) => {
        const [[what = '', sides = SIDES] = []] = together;
        const time = words.duration(ns);
        const all = together.map(([text]) => text).join(t('joiner'));
        const side = sides.join(' ').toUpperCase();
        return {
          ns,
          sides,
          label: t('short', { what, more: together.length - 1 }),
          text: t('mark', { side, time, what: all }),
        };
      });
    });
    focus.setState({ eventMarks: eventMarks.sort((one, other) => one.ns - other.ns) });
    return () => focus.setState({ eventMarks: undefined });
  }, [a, b, t, words]);
  return null;
}
