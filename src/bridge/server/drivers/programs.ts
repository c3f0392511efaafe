/** Which programs of client libraries can run here. */
import type { ProgramState } from '../../protocol.ts';
import {
  DRIVER_PROGRAMS,
  LIBRARIES,
  LIBRARY_NAMES,
  type LibraryName,
  releasesOf,
} from '../../workload/library.ts';
import type { DriverBuilds } from './builds.ts';
import { toolsOf } from './toolchain.ts';

/** Their tools, and their builds. */
export const programStates = (builds: DriverBuilds): Promise<ProgramState[]> =>
  Promise.all(
    DRIVER_PROGRAMS.filter((program) => builds.has(program)).map(async (program) => ({
      program,
      tools: await toolsOf(program),
      built: profilesOf(program).filter((profile) => builds.commandOf({ program, profile }) !== undefined),
    })),
  );

/** The libraries whose programs are built, or could be. */
export const usableLibraries = (states: readonly ProgramState[]): LibraryName[] =>
  LIBRARY_NAMES.filter((name) =>
    states.some(
      ({ program, tools, built }) =>
        program === LIBRARIES[name].program && (built.length > 0 || tools.every(({ isUsable }) => isUsable)),
    ),
  );

function profilesOf(program: ProgramState['program']): (string | null)[] {
  const names = LIBRARY_NAMES.filter((name) => LIBRARIES[name].program === program);
  return [...new Set(names.flatMap((name) => releasesOf(name).map(({ profile }) => profile)))];
}
