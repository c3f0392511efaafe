/**
 * Which controls a link leaves to whoever opens it, as a teacher needs for a class: `hide` takes some away, `lock` shows them
 * without letting them be changed, `only` takes all others away. A name is a knob's path, the beginning of several
 * (`network`), or one of the controls that are no knobs.
 */
import { fields } from './fields.ts';

/** `pair` what is compared, `all` the list of all settings, `luck` the button for another seed. */
export const OTHER_CONTROLS = ['pair', 'all', 'luck'] as const;

export interface ControlRules {
  readonly hide: readonly string[];
  readonly lock: readonly string[];
  readonly only: readonly string[];
}

export const NO_RULES: ControlRules = { hide: [], lock: [], only: [] };

export const hasRules = (rules: ControlRules): boolean =>
  Object.values(rules).some((names) => names.length > 0);

export type Access = 'free' | 'locked' | 'hidden';

const covers = (rule: string, name: string): boolean => name === rule || name.startsWith(`${rule}.`);

/** What may be done with a control. */
export function accessOf({ hide, lock, only }: ControlRules, name: string): Access {
  const isNamed = (rules: readonly string[]) => rules.some((rule) => covers(rule, name));
  if (isNamed(hide) || (only.length > 0 && !isNamed(only))) return 'hidden';
  return isNamed(lock) ? 'locked' : 'free';
}

/** Whether there is any such control. */
export const isControl = (name: string): boolean =>
  OTHER_CONTROLS.some((other) => other === name) || fields.some(({ path }) => covers(name, path));
