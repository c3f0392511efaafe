/** Names that a link's control rules can use (`controls.ts`). */
import { covers, GROUPS } from './controls.ts';
import { fields } from './fields.ts';

/** `all` is the list of all settings, `luck` the button for a new seed. */
export const OTHER_CONTROLS = ['all', 'luck'];

/** All names that a rule can use, except path prefixes. */
export const controlNames = (): string[] => [
  ...GROUPS.flat(2),
  ...OTHER_CONTROLS,
  ...fields.map(({ path }) => path),
];

/** Whether such a control exists. */
export const isControl = (name: string): boolean => controlNames().some((other) => covers(name, other));
