/** From what a teacher ticks, control by control, to the shortest rules of a link that mean it. */
import { type Access, type ControlRules, NO_RULES } from './controls.ts';

/** What is left to whoever opens the link, by control. */
export type Choices = ReadonlyMap<string, Access>;

const namesWith = (choices: Choices, access: Access): string[] =>
  [...choices].filter(([, chosen]) => chosen === access).map(([name]) => name);

/**
 * The rules that mean these choices. Where the list of all settings is hidden, `only` is shorter than a long `hide`, and also
 * keeps what has no row of its own.
 */
export function rulesOf(choices: Choices): ControlRules {
  const [hide, lock, free] = (['hidden', 'locked', 'free'] as const).map((access) =>
    namesWith(choices, access),
  );
  if (!hide || !lock || !free) return NO_RULES;
  const shown = [...choices.keys()].filter((name) => !hide.includes(name));
  const isOnly = choices.get('all') === 'hidden' && shown.length > 0;
  return isOnly ? { hide: [], lock, only: shown } : { hide, lock, only: [] };
}
