/**
 * Controls that a link leaves available, for example for a class: `hide` removes some, `lock` makes them
 * read-only, `only` removes all others of their kind. A name is a field path, a path prefix (`network`),
 * another control, or a group of these (`panels`). Play, pause and the position always remain, since motion
 * must be stoppable (WCAG 2.2.2). Language and display remain as well.
 */
import { PANELS } from './panels.ts';

/**
 * Controls other than fields, by group; a group name stands for all its members. `presets` selects the
 * systems; `compare` shows and swaps the sides. `headline` has the metrics above the stage; `code` is next to
 * the followed request; `export` saves files.
 */
export const CONTROL_GROUPS = {
  pair: ['presets', 'compare', 'branch'],
  parts: ['stage', 'headline'],
  panels: PANELS,
  tools: ['zoom', 'explain', 'speed', 'until', 'pace', 'code', 'export', 'share', 'open'],
} as const;

/** Each group with its members. */
export const GROUPS = Object.entries<readonly string[]>(CONTROL_GROUPS);

export interface ControlRules {
  readonly hide: readonly string[];
  readonly lock: readonly string[];
  readonly only: readonly string[];
}

export const NO_RULES: ControlRules = { hide: [], lock: [], only: [] };

export const hasRules = (rules: ControlRules): boolean =>
  Object.values(rules).some((names) => names.length > 0);

export type Access = 'free' | 'locked' | 'hidden';

/** Whether a rule for one name applies to another. */
export const covers = (rule: string, name: string): boolean =>
  name === rule ||
  name.startsWith(`${rule}.`) ||
  GROUPS.some(([group, names]) => group === rule && names.includes(name));

/**
 * The kind of a control for `only`: fields and panels are separate kinds. Presets and comparison count as
 * fields.
 */
export function kindOf(name: string): string {
  const [group = 'pair'] = GROUPS.find(([id, names]) => id === name || names.includes(name)) ?? [];
  return group;
}

/** The access to a control under the rules. */
export function accessOf({ hide, lock, only }: ControlRules, name: string): Access {
  const isNamed = (rules: readonly string[]) => rules.some((rule) => covers(rule, name));
  const kind = kindOf(name);
  if (isNamed(hide) || (only.some((rule) => kindOf(rule) === kind) && !isNamed(only))) return 'hidden';
  return isNamed(lock) ? 'locked' : 'free';
}
