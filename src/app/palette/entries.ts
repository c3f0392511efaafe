/** All named actions, from the tables that define the page. */

import { fieldLabel, fieldSearchText } from '../../i18n/field-names.ts';
import { openPanel } from '../../lab/appearance/appearance.ts';
import { KEYED, KEYLESS } from '../../lab/keyboard/commands.ts';
import { actOf } from '../../lab/keyboard/keys.ts';
import { choosePair, choosePreset } from '../../lab/settings/edit.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { FIELD_GROUPS } from '../../lab/settings/field-groups.ts';
import { MAIN_KNOBS } from '../../lab/settings/knobs.ts';
import type { Language } from '../../lib/languages.ts';
import { type Field, fieldAt } from '../../model/scenario/fields.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import { pairs, presetIds } from '../../model/scenario/presets.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { announce, isFree, ui } from '../../ui/ui-state.ts';
import { ROUTES } from '../routes.ts';
import type { Names } from './names.ts';
import type { Named } from './query.ts';

/** In the order of the Lab. */
export const GROUPS = [
  'direct',
  'commands',
  'panels',
  'knobs',
  'pairs',
  'presetsA',
  'presetsB',
  'here',
  'pages',
] as const;

export type Group = (typeof GROUPS)[number];

export interface Entry extends Named {
  /** Unique key. */
  readonly id: string;
  readonly group: Group;
  /** Keys of the same action. */
  readonly keys: readonly string[];
  readonly act: () => void;
  /** The setting whose value is asked next. */
  readonly knob?: string;
  /** The part of the page that contains it. */
  readonly place?: string;
  /** Whether it opens a menu or moves the focus: it then waits until the palette has returned the focus. */
  readonly opensMenu?: true;
}

/** Paths of the settings of some sides: the main ones first. */
function knobPaths(sides: readonly SideName[]): readonly string[] {
  const main = MAIN_KNOBS.flatMap(({ paths }) => paths);
  const all = isFree('all') ? FIELD_GROUPS.flatMap(({ paths }) => paths) : [];
  const state = experiment.getState();
  return [...new Set([...main, ...all])].filter(
    (path) => isFree(path) && sides.some((side) => fieldAt(state[side]?.scenario, path)),
  );
}

/** The name of a setting in a list: the form shows the kind of a distribution beside its values, a list must say which it is. */
function knobName({ fields, message }: Names, field: Field): string {
  const name = fieldLabel(fields, field) ?? field.path;
  return field.choiceKey === 'Dist'
    ? [name, message('palette.distribution')].join(message('palette.colon'))
    : name;
}

/**
 * All named entries.
 * @param language the language of the titles; all languages are searched
 */
export function namedEntries(
  names: readonly Names[],
  language: Language,
  sides: readonly SideName[],
): readonly Entry[] {
  const make = (
    group: Group,
    id: string,
    nameIn: (names: Names) => string | undefined,
    act: () => void,
    more: {
      keys?: readonly string[];
      knob?: string;
      about?: string;
      searchIn?: (names: Names) => string;
    } = {},
  ): Entry => {
    const localNames = names.find((catalogue) => catalogue.language === language);
    const all = names.map((catalogue) => nameIn(catalogue) ?? '');
    return {
      id: `${group} ${id}`,
      group,
      title: (localNames && nameIn(localNames)) || id,
      text: [
        ...[id, ...all],
        ...names.map((one) => more.searchIn?.(one) ?? ''),
        ...[`palette.groups.${group}`, more.about].flatMap((path) =>
          path ? names.map(({ message }) => message(path)) : [],
        ),
      ]
        .join(' ')
        .toLowerCase(),
      keys: more.keys ?? [],
      act,
      ...(more.knob === undefined ? {} : { knob: more.knob }),
    };
  };
  const joined = (paths: readonly string[], ownName?: string) => (catalogue: Names) =>
    [...paths.map(catalogue.message), ownName].filter(Boolean).join(catalogue.message('palette.colon'));

  const commands = KEYED.flatMap((command) => {
    const act = actOf(command);
    const { id, keys } = command;
    return act ? [make('commands', id, (catalogue) => catalogue.message(`keys.${id}`), act, { keys })] : [];
  });
  const { isPresenting } = ui.getState();
  const others = KEYLESS.filter(
    ({ control, isBackstage, isThere }) =>
      (control === undefined || isFree(control)) && !(isBackstage && isPresenting) && (isThere?.() ?? true),
  ).map(({ names: paths, ownName, run, answers }) => {
    const act = async () => {
      const isDone = await run();
      const localized = names.find((catalogue) => catalogue.language === language);
      if (answers && localized) announce(localized.message(answers[isDone ? 0 : 1]), { isVisible: true });
    };
    return make('commands', [...paths, ownName].filter(Boolean).join(' '), joined(paths, ownName), act);
  });
  const panels = (isPresenting ? [] : PANELS.filter(isFree)).map((panel) =>
    make(
      'panels',
      panel,
      (catalogue) => catalogue.message(`lab.panels.${panel}`),
      () => openPanel(panel),
      // Panels are found by their content too: "flame graph" finds its panel.
      { about: `guide.panels.${panel}` },
    ),
  );
  const state = experiment.getState();
  const knobs = knobPaths(sides).flatMap((path) => {
    const field = sides.map((side) => fieldAt(state[side]?.scenario, path)).find(Boolean);
    return field
      ? [
          make(
            'knobs',
            path,
            (catalogue) => knobName(catalogue, field),
            () => undefined,
            { knob: path, searchIn: (one) => fieldSearchText(one.fields, field) },
          ),
        ]
      : [];
  });
  const setUps = isFree('presets')
    ? [
        ...pairs.map((pair) =>
          make(
            'pairs',
            pair.id,
            ({ presets }) => presets.pairs[pair.id],
            () => void choosePair(pair),
          ),
        ),
        ...sides.flatMap((side) =>
          presetIds.map((id) =>
            make(
              side === 'a' ? 'presetsA' : 'presetsB',
              id,
              ({ presets }) => presets.titles[id],
              () => void choosePreset(side, id),
            ),
          ),
        ),
      ]
    : [];
  const pages = ROUTES.map(({ name, path }) =>
    make(
      'pages',
      name,
      (catalogue) => catalogue.message(`app.nav.${name}`),
      () => {
        location.hash = path;
      },
    ),
  );
  return [...commands, ...others, ...panels, ...knobs, ...setUps, ...pages];
}
