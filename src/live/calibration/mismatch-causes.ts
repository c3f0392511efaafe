/**
 * Causes of a deviation of the model: mechanisms that may be costed wrongly or missing. Each compares a
 * measured quantity with the model's, and has the edit that equalises them. The effect is tested: the model
 * runs again with the edit.
 */

import type { Measured } from '../../bridge/workload/measured.ts';
import { driftOf, inQuestion, residualsOf } from '../../bridge/workload/residual.ts';
import { type SampledRequest, STRETCHES, type Stretch } from '../../bridge/workload/shots.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import type { Phase, Summary, ThreadClass } from '../../model/scenario/generated/summary.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import { standardNs } from './costs.ts';

/** Mechanisms with a counter of their own. */
const COUNTED = ['clientWork', 'serverWork', 'systemCalls', 'batching', 'oneCore', 'relay'] as const;
/** Mechanisms seen only in the remaining time: tested when all others agree. */
const LEFT_OVER = ['wakeUps'] as const;
export const MECHANISMS = [...COUNTED, ...LEFT_OVER] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** A quantity of one mechanism, measured and modelled. */
export interface Evidence {
  readonly unit: 'us' | 'number';
  readonly measured: number;
  readonly model: number;
}

/** A run for comparison: measurement, single requests, and the model's results. */
export interface Case {
  readonly run: Measured;
  readonly seen: readonly SampledRequest[];
  readonly summary: Summary;
  /** The model's scenario. */
  readonly scenario: Scenario;
  /** The part of the relay's delay that is included already, µs per round trip; absent: none. */
  readonly relayedUs?: number;
}

export interface MismatchCause extends Evidence {
  readonly mechanism: Mechanism;
  /** The edit after which the model has the measured quantity. */
  readonly correct: (scenario: Scenario) => Edits;
}

/** With a mechanism corrected. */
export interface Trial extends Evidence {
  readonly mechanism: Mechanism;
  /** The model's throughput then, 1/s. */
  readonly perSec: number;
  /** Explained share of the difference; below zero the difference has grown. */
  readonly explains: number;
}

export interface Diagnosis {
  /** The most likely mechanism; absent when none explains enough. */
  readonly likeliest?: Trial;
  /** The largest explained share first. */
  readonly trials: readonly Trial[];
  /** The explaining mechanisms combined, corrected at once; absent for fewer than two. */
  readonly together?: { readonly perSec: number; readonly explains: number };
}

/** Smaller relative differences of a mechanism are ignored. */
const ALIKE = 0.1;
/** Least explained share of a named cause. */
export const NAMED_FROM = 1 / 3;
/** Least explained share that counts. */
export const COUNTS_FROM = 0.05;
/** Most rounds in which the remaining mechanisms are compared again. */
const ROUNDS = 4;
/** Largest factor of a cost against the profile's. */
const MOST = 10;

interface Clue extends Evidence {
  readonly correct: MismatchCause['correct'];
}

const CLIENT_COSTS = ['nodeJsCommandNs', 'nodeJsReplyNs', 'nodeJsCallbackNs', 'nodeJsPoolNs'];
const SERVER_COSTS = ['commandNs', 'keyNs', 'multiQueueNs', 'parseNs', 'clientTurnNs'];
const CALL_COSTS = [
  ...['socketReadNs', 'socketReadPerByteNs', 'socketWriteNs', 'socketWritePerByteNs'],
  ...['unixReadNs', 'unixWriteNs', 'epollWaitNs', 'epollEventNs', 'syscallNs'],
];

function costIn({ costs: { overrides } }: Scenario, cost: string): number {
  const costs: Readonly<Record<string, number | null | undefined>> = { ...overrides };
  return costs[cost] ?? standardNs(cost);
}

const scaled =
  (costs: readonly string[], ratio: number) =>
  (scenario: Scenario): Edits => {
    const within = (cost: string, ns: number) =>
      Math.min(standardNs(cost) * MOST, Math.max(standardNs(cost) / MOST, ns));
    return Object.fromEntries(
      costs.map((cost) => [`costs.overrides.${cost}`, within(cost, costIn(scenario, cost) * ratio)]),
    );
  };

/** Scales Redis' turns for its clients by the cost of one, with its calls, which the client shares. */
const turnsOf =
  (times: number) =>
  (scenario: Scenario): Edits => {
    const calls = costIn(scenario, 'socketReadNs') + costIn(scenario, 'socketWriteNs');
    const turn = costIn(scenario, 'clientTurnNs');
    return { 'costs.overrides.clientTurnNs': Math.max(0, (calls + turn) * times - calls) };
  };

const furtherAway =
  (us: number) =>
  ({ network }: Scenario): Edits => ({ 'network.rttUs': Math.round((network.rttUs + us) * 1000) / 1000 });

type State = 'user' | 'kernel' | 'switch';

/** CPU time of some threads of the model in some states, µs per request. */
function threadUs(
  { threads, windowUs, requests }: Summary,
  classes: readonly ThreadClass[],
  states: readonly State[],
) {
  const busy = threads
    .filter((group) => classes.includes(group.class))
    .reduce(
      (sum, { count, shares }) => sum + count * states.reduce((all, state) => all + shares[state], 0),
      0,
    );
  return (busy * windowUs) / Math.max(1, requests.completed);
}

const SERVER: readonly ThreadClass[] = ['serverMain', 'serverIo'];
const CLIENT: readonly ThreadClass[] = ['caller', 'eventLoop'];

const demandUs = ({ resources }: Summary): number =>
  resources.find(({ resource }) => resource === 'eventLoop')?.demandUs ?? 0;

/** Requests per second, the divisor of all quantities. */
const rate = ({ summary }: Measured): number => summary?.throughput.perSec ?? 0;

/**
 * Time of a request in a stretch, µs. Slow requests are sampled more often, mostly those that wait for a
 * connection: only the shares of the other stretches are used.
 */
function stretchUs({ run, seen }: Case, stretch: Stretch): number | undefined {
  const { responseTime, phases } = run.summary ?? {};
  const waited = phases?.find(({ phase }) => phase === 'waitConnection')?.meanUs ?? 0;
  const totalUs = (responseTime?.meanUs ?? 0) - waited;
  const length = ({ startUs, endsUs }: SampledRequest, name: Stretch) => {
    const at = STRETCHES.indexOf(name);
    return (endsUs[at] ?? 0) - (endsUs[at - 1] ?? startUs);
  };
  let part = 0;
  let all = 0;
  for (const request of seen) {
    if (request.failed) continue;
    part += length(request, stretch);
    all += (request.endsUs.at(-1) ?? 0) - request.startUs - length(request, 'waitConnection');
  }
  return totalUs > 0 && part > 0 && all > 0 ? (totalUs * part) / all : undefined;
}

/** The model's phases of that stretch: a reply that waits for the client's thread has not been seen yet. */
const AWAY: readonly Phase[] = [
  ...(['wireOut', 'serverQueue', 'serverRead', 'serverBatch', 'execute'] as const),
  ...(['blocked', 'replyQueue', 'serverWrite', 'wireBack', 'clientRead'] as const),
];

/** Redis' time for all requests of one batch. */
const serverBatchUs = ({ batching }: Measured | Summary, perRequestUs: number): number =>
  (batching.commandsPerServerRead ?? 1) * perRequestUs;

const serverUsedUs = ({ server }: Measured, perSec: number): number =>
  server ? (server.cpuUserUs + server.cpuSystemUs) / ((server.windowUs / 1e6) * perSec) : 0;

const CLUES: Readonly<Record<Mechanism, (of: Case) => Clue | undefined>> = {
  clientWork({ run, summary }) {
    const { load } = run.bridge;
    if (!load) return undefined;
    const measured = (load.utilisation * 1e6) / rate(run);
    // During the switch the loop has not returned from epoll_wait() yet: it sees itself as idle.
    const model = demandUs(summary) - threadUs(summary, ['eventLoop'], ['switch']);
    const kernelUs = threadUs(summary, CLIENT, ['kernel']);
    const ratio = (measured - kernelUs) / Math.max(0.01, model - kernelUs);
    return { unit: 'us', measured, model, correct: scaled(CLIENT_COSTS, ratio) };
  },
  serverWork({ run, summary }) {
    if (!run.server) return undefined;
    const measured = run.server.cpuUserUs / ((run.server.windowUs / 1e6) * rate(run));
    const model = threadUs(summary, SERVER, ['user']);
    return { unit: 'us', measured, model, correct: scaled(SERVER_COSTS, measured / Math.max(0.01, model)) };
  },
  systemCalls({ run, summary }) {
    const calls = run.server && (run.server.reads ?? 0) + (run.server.writes ?? 0);
    if (!run.server || !calls) return undefined;
    const perRequest = summary.syscalls
      .filter(
        (calls) => SERVER.includes(calls.class) && (calls.syscall === 'read' || calls.syscall === 'write'),
      )
      .reduce((sum, calls) => sum + (calls.perRequest ?? 0), 0);
    // Per call: the number of calls is another mechanism, and so are wake-ups, which the kernel includes in
    // them.
    const byCall = (us: number) => us / Math.max(0.001, perRequest);
    const wakingUs = byCall(threadUs(summary, SERVER, ['switch']));
    const measured = Math.max(0, run.server.cpuSystemUs / calls - wakingUs);
    const model = byCall(threadUs(summary, SERVER, ['kernel']));
    return { unit: 'us', measured, model, correct: scaled(CALL_COSTS, measured / Math.max(0.01, model)) };
  },
  batching({ run, summary }) {
    const measured = run.batching.commandsPerServerRead;
    const model = summary.batching.commandsPerServerRead;
    if (!measured || !model) return undefined;
    return { unit: 'number', measured, model, correct: turnsOf(model / measured) };
  },
  oneCore({ run, summary, scenario }) {
    const { load } = run.bridge;
    const isShared = scenario.server.host.kind === 'client';
    if (!load || !run.server || !isShared || scenario.client.cores < 2) return undefined;
    const measured = load.utilisation + (serverUsedUs(run, rate(run)) * rate(run)) / 1e6;
    const client = summary.hosts.find(({ host }) => host === 'client');
    const model = client ? (1 - client.idle) * client.cores : 0;
    // Together they used one core, and not much less.
    if (Math.abs(measured - 1) > 2 * ALIKE) return undefined;
    return { unit: 'number', measured, model, correct: () => ({ 'client.cores': 1 }) };
  },
  relay({ run: { bridge }, relayedUs = 0 }) {
    if (!bridge.relay) return undefined;
    const measured = 2 * bridge.relay.lateMeanUs;
    return { unit: 'us', measured, model: relayedUs, correct: furtherAway(measured - relayedUs) };
  },
  wakeUps(of) {
    const { run, summary, relayedUs = 0 } = of;
    const away = stretchUs(of, 'away');
    if (away === undefined || !run.server) return undefined;
    const lateUs = run.bridge.relay ? 2 * run.bridge.relay.lateMeanUs : 0;
    const measured = away - lateUs - serverBatchUs(run, serverUsedUs(run, rate(run)));
    const modelAway = summary.phases
      .filter(({ phase }) => AWAY.includes(phase))
      .reduce((sum, { time }) => sum + (time.meanUs ?? 0), 0);
    const serverUs = threadUs(summary, SERVER, ['user', 'kernel', 'switch']);
    const model = modelAway - relayedUs - serverBatchUs(summary, serverUs);
    if (measured <= model || measured <= 0) return undefined;
    return {
      unit: 'us',
      measured,
      model: Math.max(0, model),
      correct: furtherAway(measured - Math.max(0, model)),
    };
  },
};

/** Mechanisms whose measured and modelled quantities differ. */
export const mismatchCauses = (of: Case, mechanisms: readonly Mechanism[] = MECHANISMS): MismatchCause[] =>
  mechanisms.flatMap((mechanism) => {
    const clue = rate(of.run) > 0 ? CLUES[mechanism](of) : undefined;
    if (!clue) return [];
    const { measured, model } = clue;
    const differs = Math.abs(measured - model) > ALIKE * Math.max(measured, model);
    return differs ? [{ mechanism, ...clue }] : [];
  });

/**
 * Tests every cause, and all explaining ones together.
 * @param simulate runs a changed scenario; undefined ends the trials
 */
export async function diagnose(
  of: Case,
  simulate: (changed: Scenario) => Promise<Summary | undefined>,
): Promise<Diagnosis | undefined> {
  const quantities = inQuestion(residualsOf(of.run, of.summary));
  const before = driftOf(of.run, of.summary, quantities);
  if (before === 0) return { trials: [] };
  const leftBy = (summary: Summary) => driftOf(of.run, summary, quantities) / before;
  const correctedBy = (scenario: Scenario, suspects: readonly MismatchCause[]): Scenario =>
    suspects.reduce((so, { correct }) => applyEdits(so, correct(so)) as unknown as Scenario, scenario);
  const trialOf = ({ correct: _, ...evidence }: MismatchCause, summary: Summary, base: number): Trial => ({
    ...evidence,
    perSec: summary.throughput.perSec,
    explains: base - leftBy(summary),
  });
  const trials: Trial[] = [];
  for (const suspect of mismatchCauses(of, COUNTED)) {
    const summary = await simulate(correctedBy(of.scenario, [suspect]));
    if (!summary) return undefined;
    trials.push(trialOf(suspect, summary, 1));
  }
  trials.sort(byExplained);
  const counting = trials.filter(({ explains }) => explains >= COUNTS_FROM);
  // One after the other, on top of those before: a shared part is explained once.
  let known: readonly Mechanism[] = [];
  let corrected: Case = of;
  for (const mechanism of [...counting.map((trial) => trial.mechanism), ...LEFT_OVER]) {
    const [suspect] = mismatchCauses(corrected, [mechanism]);
    if (!suspect) continue;
    // A quantity that agreed may have moved with it: larger batches make a request cheaper.
    let tried = corrected;
    let wrong: readonly MismatchCause[] = [suspect];
    for (let round = 0; round < ROUNDS && wrong.length > 0; round++) {
      const scenario = correctedBy(tried.scenario, wrong);
      const summary = await simulate(scenario);
      if (!summary) return undefined;
      const relayed = wrong.find((difference) => difference.mechanism === 'relay');
      tried = { ...tried, scenario, summary, ...(relayed && { relayedUs: relayed.measured }) };
      wrong = mismatchCauses(tried, [...known, mechanism]);
    }
    const trial = trialOf(suspect, tried.summary, leftBy(corrected.summary));
    if (isLeftOver(mechanism)) trials.push(trial);
    if (trial.explains < COUNTS_FROM) continue;
    known = [...known, mechanism];
    corrected = tried;
  }
  trials.sort(byExplained);
  const likeliest = trials.find(({ explains }) => explains >= NAMED_FROM);
  const { summary } = corrected;
  const together = { perSec: summary.throughput.perSec, explains: 1 - leftBy(summary) };
  return { trials, ...(likeliest && { likeliest }), ...(known.length > 1 && { together }) };
}

const byExplained = (left: Trial, right: Trial): number => right.explains - left.explains;
const isLeftOver = (mechanism: Mechanism): boolean => LEFT_OVER.some((name) => name === mechanism);
