/** Converts a teacher's selection of controls to the shortest link rules. */
import { type Access, CONTROL_GROUPS, type ControlRules, kindOf } from './controls.ts';

/** Access by control. */
export type Choices = ReadonlyMap<string, Access>;

/** Replaces complete groups by the group's name. */
function condensed(names: readonly string[]): string[] {
  const complete = Object.entries<readonly string[]>(CONTROL_GROUPS).filter(([, members]) =>
    members.every((member) => names.includes(member)),
  );
  const rest = names.filter((name) => !complete.some(([, members]) => members.includes(name)));
  return [...complete.map(([group]) => group), ...rest];
}

/**
 * The rules for a selection. Each kind of control uses `only` where it is shorter than `hide`. For fields it
 * applies if the list of all settings is hidden, which also keeps fields without a row.
 */
export function rulesOf(choices: Choices): ControlRules {
  const all = [...choices.keys()];
  const hide: string[] = [];
  const only: string[] = [];
  for (const kind of new Set(all.map(kindOf))) {
    const names = all.filter((name) => kindOf(name) === kind);
    const hidden = names.filter((name) => choices.get(name) === 'hidden');
    const visible = names.filter((name) => choices.get(name) !== 'hidden');
    const isShorter = kind === kindOf('all') ? hidden.includes('all') : hidden.length > visible.length;
    if (isShorter && visible.length > 0) only.push(...visible);
    else hide.push(...hidden);
  }
  const lock = all.filter((name) => choices.get(name) === 'locked');
  return { hide: condensed(hide), lock: condensed(lock), only: condensed(only) };
}
