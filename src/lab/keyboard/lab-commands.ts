/** Commands on the current run without a key, for the palette. Available only while a run is visible. */

import type { Condition } from '../../model/analysis/until.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { ui } from '../../ui/ui-state.ts';
import { openPanel } from '../appearance/appearance.ts';
import { followRequest } from '../follow/follow.ts';
import { chosenRequest } from '../follow/followed-requests.ts';
import { isLab } from '../link/address.ts';
import { copyLink } from '../link/link.ts';
import { run } from '../run/run-state.ts';
import { SIDES } from '../settings/experiment-state.ts';
import { runUntil } from '../until/until.ts';
import { stopTrial, tryLevers } from '../why/trials.ts';
import { isTrying, trials } from '../why/trials-state.ts';

/** A command without a key. */
export interface NamedCommand {
  /** Catalogue keys of its name, or of its group and its name. */
  readonly names: readonly string[];
  /** A suffix that is the same in every language. */
  readonly ownName?: string;
  readonly run: () => unknown;
  /** Catalogue keys of the messages for success and failure; `run` returns which. */
  readonly answers?: readonly [done: string, failed: string];
  /** Whether it is available; always, when absent. */
  readonly isThere?: () => boolean;
  /** The control it activates, which a link may hide or lock. */
  readonly control?: string;
  /** Whether its subject is hidden in the presenter view. */
  readonly isBackstage?: true;
}

const hasRun = (): boolean => run.getState().player !== undefined && isLab();

const isShown = (side: SideName): boolean => [undefined, side].includes(ui.getState().only);

/** Complete conditions run at once; the others have blanks, filled in the dialog of all conditions. */
export const UNTIL: Readonly<Record<Condition['kind'], Condition | undefined>> = {
  event: undefined,
  waits: { kind: 'waits' },
  slow: undefined,
  tail: undefined,
  parks: undefined,
  answered: undefined,
  busy: { kind: 'busy' },
  serverBusy: undefined,
};

const until = ([kind, condition]: [string, Condition | undefined]): NamedCommand => ({
  names: ['keys.until', `palette.until.${kind}`],
  run: () => {
    // The dialog shows progress and result.
    ui.setState({ dialog: 'until' });
    if (condition) void runUntil(condition, SIDES.filter(isShown), 'now');
  },
  control: 'until',
  isThere: hasRun,
});

export const CHOICES = ['slowest', 'p99', 'median'] as const;

/** Follows a chosen request; before the first completion the panel explains the choice. */
const follow = (choice: (typeof CHOICES)[number], side: SideName): NamedCommand => ({
  names: [`palette.follows.${choice}`, `palette.sides.${side}`],
  run: () => {
    openPanel('request');
    void chosenRequest(side, choice).then((request) => request && followRequest(request));
  },
  control: 'request',
  isThere: () => hasRun() && isShown(side),
});

export const EXTENTS = ['alone', 'together'] as const;

/** Tries changes, or repeats them with more seeds when all are tried. Needs the summary of the whole run. */
const tryAll = (extent: (typeof EXTENTS)[number], side: SideName): NamedCommand => ({
  names: [`palette.tries.${extent}`, `palette.sides.${side}`],
  run: () => {
    openPanel('why');
    trials.setState({ side, extent });
    void tryLevers(side, extent);
  },
  control: 'why',
  isThere: () => {
    const { summary, isStale } = run.getState()[side];
    return hasRun() && isShown(side) && summary !== undefined && !isStale;
  },
  isBackstage: true,
});

export const LAB_COMMANDS: readonly NamedCommand[] = [
  {
    names: ['palette.commands.copyLink'],
    run: copyLink,
    answers: ['app.share.done', 'app.share.failed'],
    control: 'share',
  },
  ...Object.entries(UNTIL).map(until),
  ...CHOICES.flatMap((choice) => SIDES.map((side) => follow(choice, side))),
  ...EXTENTS.flatMap((extent) => SIDES.map((side) => tryAll(extent, side))),
  {
    names: ['palette.commands.stopTrying'],
    run: stopTrial,
    control: 'why',
    isThere: () => isTrying(trials.getState()),
  },
];
