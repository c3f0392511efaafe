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

/** The libraries that can run at once, in one of their releases, or whose program could be built. */
export const usableLibraries = (states: readonly ProgramState[]): LibraryName[] =>
  LIBRARY_NAMES.filter((name) =>
    states.some(
      ({ program, tools, built }) =>
        program === LIBRARIES[name].program &&
        (tools.every(({ isUsable }) => isUsable) ||
          releasesOf(name).some(({ profile }) => built.includes(profile))),
    ),
  );

function profilesOf(program: ProgramState['program']): (string | null)[] {
  const names = LIBRARY_NAMES.filter((name) => LIBRARIES[name].program === program);
  return [...new Set(names.flatMap((name) => releasesOf(name).map(({ profile }) => profile)))];
}
