/** From what a teacher ticks, control by control, to the shortest rules of a link that mean it. */
import { type Access, CONTROL_GROUPS, type ControlRules, kindOf } from './controls.ts';

/** What is left to whoever opens the link, by control. */
export type Choices = ReadonlyMap<string, Access>;

/** The same names, where a whole group is among them by the group's. */
function condensed(names: readonly string[]): string[] {
  const whole = Object.entries<readonly string[]>(CONTROL_GROUPS).filter(([, members]) =>
    members.every((member) => names.includes(member)),
  );
  const rest = names.filter((name) => !whole.some(([, members]) => members.includes(name)));
  return [...whole.map(([group]) => group), ...rest];
}

/**
 * The rules that mean these choices. Of each kind of control `only` is taken where it is shorter than `hide`; of knobs where the list
 * of all settings is hidden, which keeps what has no row of its own as well.
 */
export function rulesOf(choices: Choices): ControlRules {
  const all = [...choices.keys()];
  const hide: string[] = [];
  const only: string[] = [];
  for (const kind of new Set(all.map(kindOf))) {
    const names = all.filter((name) => kindOf(name) === kind);
    const hidden = names.filter((name) => choices.get(name) === 'hidden');
    const shown = names.filter((name) => choices.get(name) !== 'hidden');
    const isShorter = kind === kindOf('all') ? hidden.includes('all') : hidden.length > shown.length;
    if (isShorter && shown.length > 0) only.push(...shown);
    else hide.push(...hidden);
  }
  const lock = all.filter((name) => choices.get(name) === 'locked');
  return { hide: condensed(hide), lock: condensed(lock), only: condensed(only) };
}
