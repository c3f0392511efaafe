/** `lab` in the browser's console: the state of the page for developers, teachers' bug reports and tests. */

import { presentAddress } from '../actions/link.ts';
import type { Player } from '../playback/player.ts';
import type { Scenario } from '../scenario/generated/scenario.ts';
import type { Summary } from '../scenario/generated/summary.ts';
import type { SideName } from '../scenario/problem.ts';
import { experiment } from '../stores/experiment.ts';
import { run } from '../stores/run.ts';
import { HELP } from './help.ts';

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
