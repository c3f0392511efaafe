/** A driven system on the Lab's stage: changes apply at the instant on screen, where a running system can change. */
import { claimStage } from '../../lab/link/open.ts';
import { focus } from '../../lab/marks/focus-state.ts';
import { chooseSpeedAnew, failed, nextView, showPair, startAgain } from '../../lab/run/run.ts';
import { playhead, run } from '../../lab/run/run-state.ts';
import { experiment, type SideState } from '../../lab/settings/experiment-state.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { NO_RULES } from '../../model/scenario/controls.ts';
import { type Leg, obstacles } from '../../model/scenario/course.ts';
import { runEndNs } from '../../model/scenario/derived.ts';
import type { ClientSummary, Summary } from '../../model/scenario/generated/summary.ts';
import { diff } from '../../model/scenario/patch.ts';
import { ui } from '../../ui/ui-state.ts';
import { completed } from '../lesson/stage.ts';
import type { Figures } from './board.ts';
import { numberIn, type OwnClient, type PartId, type Scene, scenarioOf } from './scene.ts';

/** Changes that one run carries; the next one starts it again. */
const MOST_LEGS = 40;
/** Part of the run that a change must leave, so that there is something to measure. */
const LEAST_LEFT = 0.3;

let isNewest: () => boolean = () => false;

/**
 * Puts the system on the stage. Callers, pool size, batch size and round-trip time change at the instant on screen. A client
 * more or less is another system: it runs from its start and is shown at the same instant.
 * @param isOther whether it replaces another system
 */
export async function showDriven(
  scene: Scene,
  wholes: Readonly<Partial<Record<PartId, number>>>,
  clients: readonly OwnClient[],
  isOther: boolean,
): Promise<void> {
  if (isOther) isNewest = claimStage();
  const isWanted = isNewest;
  try {
    const scenario = await completed(scenarioOf(scene, wholes, clients));
    if (!isWanted()) return;
    const { a: before, earlier } = experiment.getState();
    if (!isOther && before && diff(before.scenario, scenario).length === 0) return;
    const next: SideState = {
      // No preset: its title would name another system.
      preset: '',
      ...{ base: scenario, scenario, drafts: {}, problems: [] },
    };
    if (isOther) prepareStage();
    const legs = isOther || !before ? [] : legsTo(before, next, earlier);
    const branchNs = legs.at(-1)?.untilNs;
    experiment.setState({ a: next, b: next, earlier: legs, branchNs, branches: undefined });
    showPair();
  } catch (error) {
    if (isWanted()) failed(error);
  }
}

/** The run so far, if it can go on as the next system; else nothing. What was to come after the instant on screen is dropped. */
function legsTo(before: SideState, next: SideState, earlier: readonly Leg[]): readonly Leg[] {
  const { player } = run.getState();
  const atNs = Math.round(player?.timeNs ?? 0);
  const isLate = atNs > runEndNs(next.scenario) * (1 - LEAST_LEFT);
  const all = [...earlier, { scenario: before.scenario, untilNs: Number.POSITIVE_INFINITY }];
  const present = all.findIndex(({ untilNs }) => untilNs >= atNs);
  const { scenario } = all[present] as Leg;
  if (atNs <= 0 || isLate || present >= MOST_LEGS || obstacles(scenario, next.scenario).length > 0) return [];
  return [...all.slice(0, present), { scenario, untilNs: atNs }];
}

function prepareStage(): void {
  ui.setState({
    ...{ only: 'a', sync: 'time', rules: NO_RULES, split: [], problems: [], isHeld: false, isElastic: false },
  });
  focus.setState({ marks: undefined, lastMark: undefined, selected: undefined });
  chooseSpeedAnew();
  nextView.timeNs = 0;
  nextView.isPaused = undefined;
}

/** A run ends while the class goes on: it begins again. The returned function stops that. */
export const restartAtEnd = (): (() => void) =>
  playhead.subscribe(({ now }) => {
    if (now?.atEnd && !now.playing && now.cause === 'tick') {
      startAgain();
      run.getState().player?.play();
    }
  });

/** Takes the system off the stage: it is no preset, which other pages begin with. */
export function closeDriven(): void {
  isNewest = () => false;
  experiment.setState(experiment.getInitialState(), true);
}

const figuresOf = (
  { throughput, responseTime }: Pick<Summary | ClientSummary, 'throughput' | 'responseTime'>,
  commands: number,
): Figures => ({ perSecond: throughput.perSec * commands, p99Us: responseTime.p99Us ?? null });

/** The figures of the system, and of each student's client by number. */
export function readFigures(summary: RunResult): {
  readonly figures: Figures;
  readonly clients: Readonly<Record<number, Figures>>;
} {
  const scenario = experiment.getState().a?.scenario;
  const sizes = new Map(
    (scenario?.neighbours ?? []).map(({ name, workload: { batch } }) => [
      name,
      'size' in batch ? batch.size : 1,
    ]),
  );
  const clients = (summary.neighbours ?? []).map(
    (client) => [numberIn(client.name), figuresOf(client, sizes.get(client.name) ?? 1)] as const,
  );
  return {
    figures: figuresOf(summary, summary.commandsPerRequest ?? 1),
    clients: Object.fromEntries(clients),
  };
}
