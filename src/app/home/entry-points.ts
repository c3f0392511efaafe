/** The ways in, one for each kind of reader. */

export type EntryPointId = 'learner' | 'engineer' | 'author' | 'teacher';

export interface EntryPoint {
  /** Its words stand in the catalogue under `home.doors`. */
  readonly id: EntryPointId;
  readonly href: string;
}

export const ENTRY_POINTS: readonly EntryPoint[] = [
  { id: 'learner', href: '#/learn' },
  { id: 'engineer', href: '#/lab' },
  { id: 'author', href: '#/experiments' },
  { id: 'teacher', href: '#/teach' },
];
