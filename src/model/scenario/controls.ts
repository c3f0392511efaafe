/**
 * Which controls a link leaves to whoever opens it, as a teacher needs for a class: `hide` takes some away, `lock` shows them
 * without letting them be changed, `only` takes all others of their kind away. A name is a knob's path, the beginning of several
 * (`network`), one of the controls that are no knobs, or a group of these (`panels`). Play, pause and the position in the run always
 * stay, since what moves must be stoppable (WCAG 2.2.2), and so do language and display.
 */
import { PANELS } from './panels.ts';

/**
 * The controls that are no knobs, by the groups whose names count for all of them. `presets` chooses what is compared, `compare` shows and exchanges the sides, `headline` are
 * the figures above the stage, `code` is that beside the followed request, `export` saves files.
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

/** Whether what a rule says of one name holds for another. */
export const covers = (rule: string, name: string): boolean =>
  name === rule ||
  name.startsWith(`${rule}.`) ||
  GROUPS.some(([group, names]) => group === rule && names.includes(name));

/** What `only` counts by: it takes away the knobs beside a knob, the panels beside a panel. What is compared counts as a knob. */
export function kindOf(name: string): string {
  const [group = 'pair'] = GROUPS.find(([id, names]) => id === name || names.includes(name)) ?? [];
  return group;
}

/** What may be done with a control. */
export function accessOf({ hide, lock, only }: ControlRules, name: string): Access {
  const isNamed = (rules: readonly string[]) => rules.some((rule) => covers(rule, name));
  const kind = kindOf(name);
  if (isNamed(hide) || (only.some((rule) => kindOf(rule) === kind) && !isNamed(only))) return 'hidden';
  return isNamed(lock) ? 'locked' : 'free';
}
