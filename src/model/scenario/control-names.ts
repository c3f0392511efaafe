/** The names that a link's rules can have (`controls.ts`). */
import { covers, GROUPS } from './controls.ts';
import { fields } from './fields.ts';

/** `all` is the list of all settings, `luck` the button for another seed. */
export const OTHER_CONTROLS = ['all', 'luck'];

/** Every name that a rule can have, the beginnings of paths excepted. */
export const controlNames = (): string[] => [
  ...GROUPS.flat(2),
  ...OTHER_CONTROLS,
  ...fields.map(({ path }) => path),
];

/** Whether there is any such control. */
export const isControl = (name: string): boolean => controlNames().some((other) => covers(name, other));
