import { useLocale, useTranslations } from 'use-intl';
import { openPanel } from '../../lab/appearance/appearance.ts';
import { followRequest } from '../../lab/follow/follow.ts';
import { showAllSettings } from '../../lab/keyboard/commands.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { useShownSides } from '../../lab/shared/use-shown-sides.ts';
import { formatInstant } from '../../lib/format.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import type { Entry } from './entries.ts';
import { instantOf, type Query, search } from './query.ts';
import { isInRange, setKnob, sidesMeant, sidesWith, typedValue } from './set-knob.ts';
import { useValueText } from './use-knob-text.ts';

/** Sets a setting and announces it; a refused value is shown at its setting, with the reason. */
export function useSetKnob(): (field: Field, sides: readonly SideName[], value: Json) => Promise<void> {
  const t = useTranslations('palette');
  const words = useWords();
  const textOf = useValueText();
  return async (field, sides, value) => {
    const values = { label: words.field(field), value: textOf(field, value) };
    const isAccepted = await setKnob(field.path, sides, value);
    if (!isAccepted) showAllSettings();
    announce(t(isAccepted ? 'done' : 'refused', values), { isVisible: true });
  };
}

/** Settings that are offered for a typed name and value. */
const MOST_KNOBS = 4;

/** Actions typed in full: a time to go to, a request to follow, a setting with its value. */
export function useDirect(query: Query, named: readonly Entry[]): readonly Entry[] {
  const t = useTranslations('palette');
  const locale = useLocale();
  const words = useWords();
  const shown = useShownSides();
  const textOf = useValueText();
  const set = useSetKnob();
  const entry = (id: string, title: string, act: () => void): Entry => ({
    id: `direct ${id}`,
    group: 'direct',
    title,
    text: '',
    keys: [],
    act,
  });
  const { player } = run.getState();
  const entries: Entry[] = [];

  const timeNs = instantOf(query);
  if (timeNs !== undefined && player) {
    const { endNs } = player.playhead;
    const time = (ns: number) => formatInstant(ns, 1, ns, locale);
    const title =
      timeNs <= endNs
        ? t('goTo', { time: words.duration(timeNs) })
        : t('goToEnd', { time: words.duration(endNs), asked: time(timeNs) });
    entries.push(entry('time', title, () => player.seek(timeNs)));
  }
  if (query.request !== undefined) {
    const { request } = query;
    for (const side of shown) {
      const title = t('follow', { request: String(request), side: side.toUpperCase() });
      entries.push(
        entry(`follow ${side}`, title, () => {
          followRequest({ side, request });
          openPanel('request');
        }),
      );
    }
  }
  if (query.subject.length > 0) {
    const knobs = named.filter(({ group }) => group === 'knobs');
    for (const { knob: path, title: label } of search(knobs, query.subject, MOST_KNOBS)) {
      const targets = query.side
        ? shown.filter((side) => side === query.side)
        : sidesMeant(experiment.getState(), shown);
      const [first] = path === undefined ? [] : sidesWith(path, targets);
      const value = first && typedValue(first.field, query.amount);
      if (!first || value === undefined || !isInRange(first.field, value)) continue;
      const { field } = first;
      const sides = sidesWith(field.path, targets).map(({ side }) => side);
      const facts = { label, value: textOf(field, value) };
      const title =
        targets.length < shown.length && sides[0]
          ? t('setOne', { ...facts, side: sides[0].toUpperCase() })
          : t('set', facts);
      entries.push(entry(`set ${field.path}`, title, () => void set(field, sides, value)));
    }
  }
  return entries;
}
