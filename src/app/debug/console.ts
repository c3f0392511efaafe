/** `lab` in the browser's console: the state of the page for developers, bug reports and tests. */

import { presentAddress } from '../../lab/link/link.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import type { Player } from '../../model/playback/player.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Summary } from '../../model/scenario/generated/summary.ts';
import type { SideName } from '../../model/scenario/problem.ts';

/** Help text of the console. */
const HELP = `lab.scenario('a')   canonical scenario of a side, as the engine runs it
lab.summary('a')    summary of its last complete run, undefined while it is counted
lab.seed            seed of side A
lab.link            address of what is on screen (a promise)
lab.player          the player: timeNs, playhead, play(), pause(), seek(ns), step(1), setSpeed(ns)
lab.status          loading, opening, ready or failed`;

export interface LabConsole {
  scenario(side: SideName): Scenario | undefined;
  summary(side: SideName): Summary | undefined;
  readonly seed: number | undefined;
  readonly link: Promise<string>;
  readonly player: Player | undefined;
  readonly status: string;
  readonly help: string;
}

declare global {
  var lab: LabConsole;
}

export function installConsole(): void {
  globalThis.lab = {
    scenario: (side) => experiment.getState()[side]?.scenario,
    summary: (side) => {
      const { summary, isStale } = run.getState()[side];
      return isStale ? undefined : summary;
    },
    get seed() {
      return experiment.getState().a?.scenario.seed;
    },
    get link() {
      return presentAddress();
    },
    get player() {
      return run.getState().player;
    },
    get status() {
      return run.getState().status;
    },
    get help() {
      return HELP;
    },
  };
}
