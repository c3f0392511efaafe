/** Arguments of `sim read`, `diagnose`, `solve`, `verify` and `check`. */
import type { Language } from '../lib/languages.ts';
import type { Json } from '../model/scenario/patch.ts';
import { type Condition, GOAL_METRICS, type Goal, readGoal } from '../system/advice/goal.ts';
import { type Knob, readKnob } from '../system/advice/vary.ts';
import type { Answers } from '../system/system.ts';
import type { CheckRequest } from './check.ts';
import type { DiagnoseRequest } from './diagnose.ts';
import type { ReadRequest } from './read.ts';
import type { SolveRequest } from './solve.ts';
import type { VerifyRequest } from './verify.ts';

export const SYSTEM_OPTIONS = {
  goal: { type: 'string' },
  vary: { type: 'string', multiple: true, default: [] as string[] },
  slo: { type: 'string', multiple: true, default: [] as string[] },
  sarif: { type: 'boolean', default: false },
} as const;

export interface SystemValues {
  readonly goal?: string | undefined;
  readonly vary: readonly string[];
  readonly slo: readonly string[];
  readonly set: readonly string[];
  readonly sarif: boolean;
  readonly json: boolean;
  readonly seeds?: string | undefined;
  readonly jobs?: string | undefined;
  readonly rounds?: string | undefined;
}

export type SystemRequest =
  | ({ command: 'read' } & ReadRequest)
  | ({ command: 'diagnose' } & DiagnoseRequest)
  | ({ command: 'solve' } & SolveRequest)
  | ({ command: 'check' } & CheckRequest)
  | ({ command: 'verify' } & VerifyRequest);

export const isSystemCommand = (command: string): command is SystemRequest['command'] =>
  ['read', 'diagnose', 'solve', 'check', 'verify'].includes(command);

const HINT = `${GOAL_METRICS.join(', ')} with < or > and a value: p99<5ms, throughput>20000, failures<0.1%`;
const DEFAULT_SEEDS = 5;
/** Real runs of each configuration. */
const DEFAULT_ROUNDS = 3;

const countIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) && Number(text) > 0 ? Number(text) : undefined;

/** The request, or an error message. */
export function readSystemArguments(
  command: SystemRequest['command'],
  files: readonly string[],
  values: SystemValues,
  lang: Language,
): SystemRequest | string {
  if (files.length === 0) return `${command}: which files? (configuration, counters, or a scenario)`;
  for (const name of ['seeds', 'jobs', 'rounds'] as const)
    if (values[name] !== undefined && countIn(values[name]) === undefined)
      return `--${name}: ${values[name]} is not a number from 1 on`;
  const [seeds = DEFAULT_SEEDS, jobs] = [countIn(values.seeds), countIn(values.jobs)];
  const answers = answersOf(values.set);
  if (typeof answers === 'string') return answers;
  const { json, sarif } = values;
  if (json && sarif) return '--json and --sarif: choose one of them';
  if (command === 'read') return { command, files, answers, lang };
  if (command === 'diagnose') return { command, files, answers, json, sarif, seeds, jobs, lang };
  if (command === 'check') {
    if (values.slo.length === 0) return `check: which objective? --slo ${HINT}`;
    const goal = goalOf(values.slo, '--slo');
    if (typeof goal === 'string') return goal;
    if (goal.objective) return `--slo: ${goal.objective} has no limit; give a condition: ${HINT}`;
    return { command, files, answers, goal, json, seeds, jobs, lang };
  }
  if (values.goal === undefined)
    return `${command}: which goal? --goal ${HINT}; or: fewest connections, least CPU`;
  const goal = goalOf([values.goal], '--goal');
  if (typeof goal === 'string') return goal;
  if (values.vary.length === 0)
    return `${command}: what may change? --vary client.connections.maxTotal=1..200`;
  const vary: Knob[] = [];
  for (const text of values.vary) {
    const knob = readKnob(text);
    if ('part' in knob)
      return knob.path === undefined
        ? `--vary: ${text} is not PATH=1..200 or PATH=a,b`
        : `--vary: no setting is named ${knob.path}`;
    vary.push(knob);
  }
  const solved = { files, answers, goal, vary, json, jobs, lang };
  return command === 'verify'
    ? { command, ...solved, rounds: countIn(values.rounds) ?? DEFAULT_ROUNDS }
    : { command, ...solved };
}

/** One goal of several texts, or an error message. */
function goalOf(texts: readonly string[], option: string): Goal | string {
  const conditions: Condition[] = [];
  let objective: Goal['objective'];
  let ratePerSec: number | undefined;
  for (const text of texts) {
    const goal = readGoal(text);
    if ('part' in goal) return `${option}: ${goal.part} is not understood; expected ${HINT}`;
    if (ratePerSec !== undefined && goal.ratePerSec !== undefined && goal.ratePerSec !== ratePerSec)
      return `${option}: two loads, ${ratePerSec}/s and ${goal.ratePerSec}/s`;
    conditions.push(...goal.conditions);
    objective ??= goal.objective;
    ratePerSec ??= goal.ratePerSec;
  }
  return { conditions, objective, ratePerSec };
}

/** Choices that a text may leave open, and placeholders. */
const CHOICE = /^(library|version|profile|container|replicas|server|\$\{[^}]+\})=(.+)$/;

/** Values of settings that no file gives: `--set network.rttUs=300`, `--set version=3.5`; or an error message. */
function answersOf(texts: readonly string[]): Answers | string {
  const answers: Record<string, Json> = {};
  for (const text of texts) {
    const [, choice, value] = CHOICE.exec(text) ?? [];
    if (choice !== undefined) {
      answers[choice] = value ?? '';
      continue;
    }
    const knob = readKnob(text);
    if ('path' in knob && 'part' in knob) return `--set: no setting is named ${knob.path}`;
    if ('part' in knob || !('values' in knob) || knob.values.length !== 1)
      return `--set: ${text} is not PATH=VALUE`;
    answers[knob.path] = knob.values[0] ?? null;
  }
  return answers;
}
