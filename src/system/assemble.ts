/** A reading becomes a scenario: the client of its library, the defaults of its version, and what was read. */
import {
  defaultOf,
  isPerCore,
  type Library,
  type LibraryOption,
  libraryById,
  withIncluded,
} from '../model/libraries/library.ts';
import { applyEdits } from '../model/scenario/apply-edits.ts';
import type { Scenario } from '../model/scenario/generated/scenario.ts';
import { type Edits, getAt, type Json } from '../model/scenario/patch.ts';
import type { Problem } from '../model/scenario/problem.ts';
import type { Normalize } from '../model/sweep/plan.ts';
import { ofEntries } from './cache-bytes.ts';
import { COSTS } from './choices.ts';
import { instancesOf, proposalsOf } from './proposals.ts';
import { answerSettings, QUESTIONS } from './questions.ts';
import { optionValue } from './readers/option-value.ts';
import type { Answers, Origin, Reading, Setting } from './system.ts';

/** Whether a question is a path of the scenario: the command line names fields. */
const isPath = (question: string): boolean => question.includes('.') && !question.startsWith('${');

/** The answers that are fields of the scenario. */
export const pathsOf = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([question]) => isPath(question)));

/** Whether a line of a piece sets the field. */
const isReadPath = ({ settings }: Reading, path: string | undefined): boolean =>
  settings.some((setting) => setting.path === path);

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

const KIND = 'client.connections.kind';
const ARRIVALS = 'workload.arrivals.kind';
const RATE = 'workload.arrivals.ratePerSec';

/** Costs of a server machine on Linux: those of the ready scenarios. */
const MACHINE = 'linux-server';
const BASE: Edits = { [COSTS]: MACHINE };

/** The scenario, or why the engine refuses it. Settings that do not apply to it are left out. */
export async function assemble(
  reading: Reading,
  answers: Answers,
  normalize: Normalize,
): Promise<Assembled | readonly Problem[]> {
  const library = reading.library ? libraryById(reading.library.id) : undefined;
  const paths = Object.entries(pathsOf(answers)).map(
    ([question, value]): Setting => ({ path: question, value, origin: { from: 'answer', question } }),
  );
  const asked = Object.entries(PROPOSALS).flatMap(([question, { path, value }]): Setting[] => {
    const answer = answers[question];
    if (answer === undefined && isReadPath(reading, path)) return [];
    const from = answer === undefined ? 'proposal' : 'answer';
    return [{ path, value: answer ?? value, origin: { from, question } }];
  });
  const machine: Setting[] =
    answers[COSTS] === undefined
      ? [{ path: COSTS, value: MACHINE, origin: { from: 'proposal', question: COSTS } }]
      : [];
  const cores = Number(
    [...reading.settings, ...asked].findLast(({ path }) => path === 'client.cores')?.value ?? 4,
  );
  const version = reading.library?.version ?? reading.library?.assumed ?? null;
  const defaults = library ? defaultsOf(library, version, cores, reading.settings) : [];
  const proposed = proposalsOf(reading, answers);
  const open = Object.fromEntries(
    Object.entries(proposed).filter(
      ([question]) => !isReadPath(reading, QUESTIONS.find(({ id }) => id === question)?.path),
    ),
  );
  const chosen = answerSettings(answers, open).filter(
    ({ path, origin }) => origin.from === 'answer' || !isReadPath(reading, path),
  );
  // Choices come first: fields of an open load exist only with it.
  const choices = [...reading.settings, ...chosen].filter(({ path }) => path === ARRIVALS);
  const edits: Record<string, Json> = {
    ...BASE,
    ...library?.runtime,
    ...Object.fromEntries(choices.map(({ path, value }) => [path, value])),
  };
  if (library?.runtime['client.runtime.kind'] === 'goroutines') edits['client.runtime.gomaxprocs'] = cores;
  const fleet = choices.length > 0 ? fleetOf(reading, answers) : [];
  const read = reading.settings.map((setting) => ofCores(ofOneProcess(setting, reading, answers), cores));
  const settings = [...defaults, ...machine, ...asked, ...fleet, ...read, ...chosen, ...paths];
  // Another kind of connections has other fields.
  const kind = settings.findLast(({ path }) => path === KIND)?.value;
  if (kind !== undefined && kind !== edits[KIND]) {
    for (const path of Object.keys(edits)) if (path.startsWith('client.connections.')) delete edits[path];
    edits[KIND] = kind;
  }
  const start = await normalize(applyEdits({}, edits));
  if (!start.scenario) return start.issues;
  // The last one counts: a later piece, or a later profile of a file.
  const chosenAt = (path: string): Json | undefined =>
    settings.findLast((setting) => setting.path === path)?.value ??
    (getAt(start.scenario, path) as Json | undefined);
  const last = new Map(settings.map((setting) => [setting.path, ofEntries(setting, chosenAt)]));
  const chosenParts = PARTS.filter((part) => (last.get(`${part}kind`)?.value ?? 'none') !== 'none');
  const known = [...last.values()].filter(
    ({ path }) => isPossible(start.scenario, path) || chosenParts.some((part) => path.startsWith(part)),
  );
  const isServerOnly = library === undefined;
  const whole = await withSettings(start.scenario, known, normalize);
  if (whole.scenario) return { scenario: whole.scenario, settings: known, isServerOnly };
  // A library takes options that this kind of its connections does not use, such as a pool of node-redis.
  const used = known.filter(
    ({ path, origin }) =>
      (origin.from !== 'line' && !PARTS.some((part) => path.startsWith(part))) ||
      !whole.issues.some((issue) => isLeftOut(issue, path)),
  );
  const rest = used.length < known.length ? await withSettings(start.scenario, used, normalize) : whole;
  return rest.scenario ? { scenario: rest.scenario, settings: used, isServerOnly } : rest.issues;
}

/** A value of a setting that the system does not use. */
const NOT_USED = 'SCN-32';
/** Parts that a text switches on, and the problem with what is not modelled together with them. */
const NOT_WITH = [
  ['SCN-50', 'client.clientSideCaching.'],
  ['SCN-53', 'network.proxy.'],
] as const;
const PARTS = NOT_WITH.map(([, part]) => part);

/** Whether a problem goes away without a setting: rather without such a part than without the rest of the system. */
const isLeftOut = ({ code, path: own }: Problem, path: string): boolean =>
  (code === NOT_USED && own === path) ||
  NOT_WITH.some(([problem, part]) => code === problem && path.startsWith(part));

const withSettings = (scenario: Scenario, settings: readonly Setting[], normalize: Normalize) =>
  normalize(
    applyEdits(
      scenario as unknown as Json,
      Object.fromEntries(settings.map(({ path, value }) => [path, value])),
    ),
  );

/** Requests that wait in one process at most, and in all of them: the memory of a run holds so many. */
const MOST_BACKLOG = 100_000;
const ALL_BACKLOGS = 500_000;
/** Fewer would refuse requests that a short stall delays. */
const LEAST_BACKLOG = 1000;

/** All processes of a known load. Without one each would send all that it can, which no real fleet does. */
function fleetOf(reading: Reading, answers: Answers): readonly Setting[] {
  const value = instancesOf(reading, answers);
  const basis = proposalsOf(reading, {}).instances?.basis;
  if (value === undefined || value === 1) return [];
  const origin: Origin =
    answers.instances === undefined
      ? { from: 'proposal', question: 'instances', ...(basis && { basis }) }
      : { from: 'answer', question: 'instances' };
  const backlog = Math.min(MOST_BACKLOG, Math.max(LEAST_BACKLOG, Math.floor(ALL_BACKLOGS / value)));
  const fleet = { path: 'client.instances', value, origin };
  return backlog < MOST_BACKLOG
    ? [fleet, { path: 'workload.arrivals.maxBacklog', value: backlog, origin }]
    : [fleet];
}

/** People state the requests of all processes; the field has those of one. */
function ofOneProcess(setting: Setting, reading: Reading, answers: Answers): Setting {
  const { path, value } = setting;
  const processes = instancesOf(reading, answers) ?? 1;
  return path === RATE && typeof value === 'number' ? { ...setting, value: value / processes } : setting;
}

/** A value for each core, as a number. */
const ofCores = (setting: Setting, cores: number): Setting =>
  isPerCore(setting.value) ? { ...setting, value: setting.value.perCore * cores } : setting;

/** The defaults of a library's options that no line sets, and of the library that it includes. */
function defaultsOf(
  library: Library,
  version: string | null,
  cores: number,
  read: readonly Setting[],
): readonly Setting[] {
  const found = new Map<string, Setting>();
  for (const each of withIncluded(library))
    for (const option of each.options) {
      const { sets } = option;
      if (sets === null || found.has(sets) || read.some(({ path }) => path === sets)) continue;
      // Versions of the included library are others than those of the library.
      const own = each === library ? version : null;
      const raw = defaultValue(option, own, cores, read);
      const value = raw === undefined || raw === null ? undefined : optionValue(library, option, raw);
      if (!value || !('value' in value)) continue;
      const origin = {
        ...({ from: 'default', library: each.id, key: keyOf(option), source: each.source } as const),
        version: own ?? each.versions.at(-1) ?? '',
      };
      found.set(sets, { path: sets, value: value.value, origin });
    }
  return [...found.values()];
}

const keyOf = ({ id, names }: LibraryOption): string => Object.values(names)[0]?.[0] ?? id;

function defaultValue(
  option: LibraryOption,
  version: string | null,
  cores: number,
  read: readonly Setting[],
): Json | undefined {
  const found = defaultOf(option, version);
  if (found?.perCore !== undefined) return found.perCore * cores;
  const { follows, plus = 0, withoutIt } = found ?? {};
  const followed = read.findLast(({ path }) => path === follows)?.value;
  if (typeof followed !== 'number') return found?.value;
  return followed === 0 ? withoutIt : followed + plus;
}

/** Whether a scenario has the field, or a choice that brings it. */
const isPossible = (scenario: Scenario | null, path: string): boolean =>
  getAt(scenario, path) !== undefined ||
  path.startsWith('server.ioThreads.') ||
  path.startsWith('server.appendOnly.');
