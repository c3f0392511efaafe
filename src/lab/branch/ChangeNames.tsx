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

/** Formats a value of a setting of either side. */
function useValueAt(): (path: string, value: unknown) => string {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b } = useStore(experiment);
  return (path, value) => {
    const field = fieldAt(b?.scenario, path) ?? fieldAt(a?.scenario, path);
    return value === undefined || value === null || !field ? t('profile') : valueText(field, value, words);
  };
}

/** Formats the changes of a branch: "Round-trip time 1 ms → 4 ms". Empty without changes. */
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

/** Short form for a mark on an axis: "Round-trip time 4 ms", and how many more. */
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

/** Writes the names of mid-run changes to the state, for everything with a time axis. Renders nothing. */
export function ChangeNames() {
  const t = useTranslations('branch');
  const words = useWords();
  const state = useStore(experiment);
  const changesText = useChangesText();
  const short = useShortChange();
  const { a, b } = state;
  // B's state is the last step of the path of both sides.
  const scenarios = [...legsOf(state, 'b').map(({ scenario }) => scenario), b?.scenario ?? a?.scenario];
  const names: Record<number, ChangeName> = {};
  changesOf(state).forEach(({ ns, sides }, index) => {
    const [from, to] = [scenarios[index], scenarios[index + 1]];
    // A change that a running system cannot take is not made there.
    const changes = from && to && obstacles(from, to).length === 0 ? diff(from, to) : [];
    const values = {
      side: sides.join(' ').toUpperCase(),
      time: words.duration(ns),
      changes: changesText(changes),
    };
    if (changes.length > 0) names[ns] = { label: short(changes), text: t('mark', values) };
  });
  // Equal names keep the same object, so that charts do not render again.
  const serialized = JSON.stringify(names);
  const changeNames = useMemo(() => JSON.parse(serialized) as typeof names, [serialized]);
  useEffect(() => {
    focus.setState({ changeNames });
    return () => focus.setState({ changeNames: undefined });
  }, [changeNames]);
  return null;
}
