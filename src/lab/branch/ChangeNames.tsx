import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { obstacles } from '../../model/scenario/course.ts';
import { diff } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type ChangeName, focus } from '../marks/focus-state.ts';
import { changesOf, experiment, legsOf } from '../settings/experiment-state.ts';
import { useChangesText, useShortChange } from './use-changes-text.ts';

/** Names what was changed in the middle of a run, for everything with an axis of time; it shows nothing itself. */
export function ChangeNames() {
  const t = useTranslations('branch');
  const words = useWords();
  const state = useStore(experiment);
  const whole = useChangesText();
  const short = useShortChange();
  const { a, b } = state;
  // What B becomes is the last of the way that both sides go.
  const scenarios = [...legsOf(state, 'b').map(({ scenario }) => scenario), b?.scenario ?? a?.scenario];
  const names: Record<number, ChangeName> = {};
  changesOf(state).forEach(({ ns, sides }, index) => {
    const [from, to] = [scenarios[index], scenarios[index + 1]];
    // What cannot change while a system runs is not changed there.
    const changes = from && to && obstacles(from, to).length === 0 ? diff(from, to) : [];
    const values = { side: sides.join(' ').toUpperCase(), time: words.duration(ns), changes: whole(changes) };
    if (changes.length > 0) names[ns] = { label: short(changes), text: t('mark', values) };
  });
  // The same names are the same object, so that nobody draws again for them.
  const said = JSON.stringify(names);
  const changeNames = useMemo(() => JSON.parse(said) as typeof names, [said]);
  useEffect(() => {
    focus.setState({ changeNames });
    return () => focus.setState({ changeNames: undefined });
  }, [changeNames]);
  return null;
}
