/** The engine as the only judge of a scenario: what it makes of one, with everything spelt out, or why it takes none. */
import type { Normalized } from '../../model/scenario/generated/summary.ts';
import { engine, type Role } from './engines.ts';

/** @param role whose worker is asked */
export const normalize = (value: unknown, role: Role = 'judge'): Promise<Normalized> =>
  engine(role).normalize(JSON.stringify(value));
