/** A reading becomes a scenario: the client of its library, the defaults of its version, and what was read. */
import { defaultOf, libraryById } from '../model/libraries/library.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { type Edits, getAt, type Json } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import type { Normalize } from '../model/sweep/plan.ts';
import { answerSettings } from './questions.ts';
import { scenarioValue } from './readers/read.ts';
import type { Answers, Reading, Setting } from './system.ts';

/** Whether a question is a path of the scenario: the command line names fields. */
const isPath = (question: string): boolean => question.includes('.');

/** What no piece says, with a proposal each. */
export const PROPOSALS = {
  callers: { path: 'workload.arrivals.callers', value: 200 },
  rtt: { path: 'network.rttUs', value: 500 },
  cores: { path: 'client.cores', value: 4 },
} as const;

export interface Assembled {
  readonly scenario: Scenario;
  readonly settings: readonly Setting[];
  /** Whether no piece configures a client. */
  readonly isServerOnly: boolean;
}

/** Costs of a server machine on Linux: those of the ready scenarios. */
const BASE: Edits = { 'costs.profile': 'linux-server' };

/** The scenario, or why the engine refuses it. Settings that do not apply to it are left out. */
export async function assemble(
  reading: Reading,
  answers: Answers,
  normalize: Normalize,
): Promise<Assembled | readonly Problem[]> {
  const library = reading.library ? libraryById(reading.library.id) : undefined;
  const paths = Object.entries(answers).flatMap(([question, value]): Setting[] =>
    isPath(question) ? [{ path: question, value, origin: { from: 'answer', question } }] : [],
  );
  const asked = Object.entries(PROPOSALS).flatMap(([question, { path, value }]): Setting[] => {
    const answer = answers[question];
    if (answer === undefined && reading.settings.some((setting) => setting.path === path)) return [];
    const from = answer === undefined ? 'proposal' : 'answer';
    return [{ path, value: answer ?? value, origin: { from, question } }];
  });
  const cores = Number(
    [...reading.settings, ...asked].findLast(({ path }) => path === 'client.cores')?.value ?? 4,
  );
  const defaults = (library?.options ?? []).flatMap((option): Setting[] => {
    if (!library || option.sets === null || reading.settings.some(({ path }) => path === option.sets))
      return [];
    const version = reading.library?.version ?? null;
    const found = defaultOf(option, version);
    const raw = found?.perCore === undefined ? found?.value : found.perCore * cores;
    const value = raw === undefined || raw === null ? undefined : scenarioValue(option, raw);
    const key = Object.values(option.names)[0]?.[0] ?? option.id;
    if (value === undefined) return [];
    const origin = {
      ...({ from: 'default', library: library.id, key, source: library.source } as const),
      version: version ?? library.versions.at(-1) ?? '',
    };
    return [{ path: option.sets, value, origin }];
  });
  const shared = reading.options.find(({ option }) => option === 'shareNativeConnection');
  const chosen = answerSettings(answers);
  // Choices come first: fields of an open load exist only with it.
  const choices = chosen.filter(({ path }) => path.endsWith('.kind'));
  const edits: Record<string, Json> = {
    ...BASE,
    ...library?.runtime,
    ...Object.fromEntries(choices.map(({ path, value }) => [path, value])),
  };
  if (library?.runtime['client.runtime.kind'] === 'goroutines') edits['client.runtime.gomaxprocs'] = cores;
  if (shared?.value === false) edits['client.connections.kind'] = 'pooled';
  const settings = [...defaults, ...asked, ...reading.settings, ...chosen, ...paths];
  const start = await normalize(applyEdits({}, edits));
  if (!start.scenario) return start.issues;
  // The last one counts: a later piece, or a later profile of a file.
  const last = new Map(settings.map((setting) => [setting.path, setting]));
  const known = [...last.values()].filter(({ path }) => isPossible(start.scenario, path));
  const values = Object.fromEntries(known.map(({ path, value }) => [path, value]));
  const whole = await normalize(applyEdits(start.scenario, values));
  return whole.scenario
    ? { scenario: whole.scenario, settings: known, isServerOnly: library === undefined }
    : whole.issues;
}

/** Whether a scenario has the field, or a choice that brings it. */
const isPossible = (scenario: Scenario | null, path: string): boolean =>
  getAt(scenario, path) !== undefined ||
  path.startsWith('server.ioThreads.') ||
  path.startsWith('server.appendOnly.');
