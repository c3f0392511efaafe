import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { obstacles } from '../../model/scenario/course.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import { diff } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type ChangeName, focus } from '../marks/focus-state.ts';
import { changesOf, experiment, legsOf } from '../settings/experiment-state.ts';
import { valueText } from '../settings/value-text.ts';

type Changes = ReturnType<typeof diff>;

/** A value of a knob of either side, in words. */
function useValueAt(): (path: string, value: unknown) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b } = useStore(experiment);
  return (path, value) => {
    const field = fieldAt(b?.scenario, path) ?? fieldAt(a?.scenario, path);
    return value === undefined || value === null || !field ? t('profile') : valueText(field, value, words);
  };
}

/** Says what a branch changes: "Round-trip time 1 ms → 4 ms". Empty where it changes nothing. */
export function useChangesText(): (changes: Changes) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const text = useValueAt();
  return (changes) =>
    changes
      .map(({ path, from, to }) =>
        t('change', { label: words.labelOf(path) ?? path, from: text(path, from), to: text(path, to) }),
      )
      .join(t('joiner'));
}

/** The same for a mark on an axis: "Round-trip time 4 ms", and how many more. */
function useShortChange(): (changes: Changes) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const text = useValueAt();
  return ([first, ...more]) =>
    first
      ? t('short', {
          label: words.labelOf(first.path) ?? first.path,
          to: text(first.path, first.to),
          more: more.length,
        })
      : '';
}

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
