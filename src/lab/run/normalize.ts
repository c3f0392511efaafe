/** Validation by the engine: the complete scenario of a partial one, or the reasons for its refusal. */
import type { Normalized } from '../../model/scenario/generated/summary.ts';
import { engine, type Role } from './engines.ts';

/** @param role the worker that validates */
export const normalize = (value: unknown, role: Role = 'judge'): Promise<Normalized> =>
  engine(role).normalize(JSON.stringify(value));
