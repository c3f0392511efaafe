/** Programs of client libraries: whether they can run here, and their builds. */
import type { ProgramState } from '../bridge/protocol.ts';
import { buildFor, LIBRARIES, type LibraryName } from '../bridge/workload/library.ts';
import { openedBridge } from './live.ts';
import { live } from './live-state.ts';
import { whatFailed } from './measurement.ts';
import { programs } from './programs-state.ts';

/** Lines of a build's output that are kept. */
const MOST_LINES = 200;

/** What a library needs before it can run. */
export type LibraryState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'needsBuild' }
  /** A tool is missing or too old. */
  | { readonly kind: 'needsTool'; readonly tool: string; readonly version: string | null }
  /** This bridge has no sources of the program. */
  | { readonly kind: 'absent' };

export function libraryState(
  states: readonly ProgramState[],
  library: LibraryName,
  version: string,
): LibraryState {
  const state = states.find(({ program }) => program === LIBRARIES[library].program);
  if (!state) return { kind: 'absent' };
  const build = buildFor(library, version);
  if (build && state.built.includes(build.profile)) return { kind: 'ready' };
  const missing = state.tools.find(({ isUsable }) => !isUsable);
  return missing
    ? { kind: 'needsTool', tool: missing.name, version: missing.version }
    : { kind: 'needsBuild' };
}

const listening = new WeakSet<object>();

/** Builds the program of a library; its output and outcome are in the state. */
export async function buildDriver(library: LibraryName, version: string): Promise<void> {
  const opened = openedBridge();
  if (!opened || programs.getState().build) return;
  const { bridge } = opened;
  if (!listening.has(bridge)) {
    listening.add(bridge);
    bridge.onBuildLine((line) =>
      programs.setState(({ build }) =>
        build ? { build: { ...build, lines: [...build.lines, line].slice(-MOST_LINES) } } : {},
      ),
    );
  }
  programs.setState({ build: { library, version, lines: [] }, problem: undefined });
  try {
    const states = await bridge.ask('build', { library, version });
    live.setState((state) => (state.status === 'connected' ? { ...state, programs: states } : state));
    programs.setState({ build: undefined });
  } catch (error) {
    const { isCancelled } = programs.getState();
    programs.setState({ build: undefined, problem: isCancelled ? undefined : whatFailed(error) });
  } finally {
    programs.setState({ isCancelled: false });
  }
}

export function cancelBuild(): void {
  programs.setState({ isCancelled: true });
  void openedBridge()
    ?.bridge.ask('cancelBuild', {})
    .catch(() => undefined);
}
