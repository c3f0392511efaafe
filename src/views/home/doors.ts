/** The ways in, one for each kind of reader. */

export type DoorId = 'learner' | 'engineer' | 'author' | 'teacher';

export interface Door {
  /** Its words stand in the catalogue under `home.doors`. */
  readonly id: DoorId;
  readonly href: string;
}

export const DOORS: readonly Door[] = [
  { id: 'learner', href: '#/learn' },
  { id: 'engineer', href: '#/lab' },
  { id: 'author', href: '#/experiments' },
  { id: 'teacher', href: '#/teach' },
];
