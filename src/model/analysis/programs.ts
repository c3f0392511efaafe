/** All pseudo-programs of the code view. */
import { CLIENT_PROGRAMS } from './client-programs.ts';
import type { CodeLine } from './program.ts';
import { SERVER_PROGRAMS } from './server-programs.ts';

export type ProgramName = keyof typeof CLIENT_PROGRAMS | keyof typeof SERVER_PROGRAMS;

export const PROGRAMS: Readonly<Record<ProgramName, readonly CodeLine[]>> = {
  ...CLIENT_PROGRAMS,
  ...SERVER_PROGRAMS,
};
