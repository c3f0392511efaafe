/** Parses the command line. */
import { parseArgs } from 'node:util';
import { TIME_UNITS, timeUnit } from '../evidence/imports/units.ts';
import { isLanguage, LANGUAGES, type Language, REFERENCE } from '../lib/languages.ts';
import { CALIBRATED_RUNTIMES, type CalibratedRuntime } from '../live/calibration/runtimes/runtimes.ts';
import type { Axis, AxisValue } from '../model/sweep/definition.ts';
import type { CampaignRequest } from './campaign.ts';
import type { ImportRequest } from './import.ts';
import type { MergeRequest } from './merge.ts';
import type { PackRequest } from './pack.ts';
import type { SamplesRequest } from './samples.ts';
import type { SweepRequest } from './sweep.ts';
import {
  isSystemCommand,
  readSystemArguments,
  SYSTEM_OPTIONS,
  type SystemRequest,
} from './system-arguments.ts';
import type { TwinRequest } from './twin.ts';

/** The options of `sim sweep`. */

const SWEEP_OPTIONS = {
  csv: { type: 'boolean', default: false },
  set: { type: 'string', multiple: true, default: [] as string[] },
  seeds: { type: 'string' },
  precision: { type: 'string' },
  budget: { type: 'string' },
  metric: { type: 'string', default: '' },
  shard: { type: 'string', default: '1/1' },
  jobs: { type: 'string' },
} as const;

interface SweepValues {
  readonly csv: boolean;
  readonly json: boolean;
  readonly set: readonly string[];
  readonly seeds?: string | undefined;
  readonly precision?: string | undefined;
  readonly budget?: string | undefined;
  readonly shard: string;
  readonly jobs?: string | undefined;
}

type SweepOptions = Pick<SweepRequest, 'set' | 'seeds' | 'precision' | 'budgetS' | 'shard' | 'jobs'>;

/** The sweep options, or an error message. */
function readSweepArguments(values: SweepValues): SweepOptions | string {
  if (values.csv && values.json) return '--csv and --json: choose one of them';
  const set: Axis[] = [];
  for (const text of values.set) {
    const axis = readAxis(text);
    if (!axis) return `--set: ${text} is not PATH=1,8,50 or PATH=lin:1:200:10 or PATH=log:1:200:10`;
    set.push(axis);
  }
  const [part, of] = (/^(\d+)\/(\d+)$/.exec(values.shard) ?? []).slice(1).map(Number);
  if (!part || !of || part > of) return `--shard: ${values.shard} is not I/N with I from 1 to N`;
  const numbers: Partial<Record<'seeds' | 'precision' | 'budget' | 'jobs', number>> = {};
  for (const name of ['seeds', 'precision', 'budget', 'jobs'] as const) {
    const text = values[name];
    if (text === undefined) continue;
    const isPercent = name === 'precision' && text.endsWith('%');
    const number = Number(isPercent ? text.slice(0, -1) : text);
    if (!(number > 0)) return `--${name}: ${text} is not a number above 0`;
    numbers[name] = isPercent ? number / 100 : number;
  }
  const { seeds, precision, budget, jobs } = numbers;
  return { set, seeds, precision, budgetS: budget, jobs: jobs && Math.ceil(jobs), shard: { part, of } };
}

function readAxis(text: string): Axis | undefined {
  const equals = text.indexOf('=');
  if (equals < 1 || equals === text.length - 1) return undefined;
  const paths = text.slice(0, equals).split('+');
  const [scale, from, to, points, ...rest] = text.slice(equals + 1).split(':');
  if (scale === 'lin' || scale === 'log') {
    const numbers = [from, to, points].map(Number);
    if (rest.length > 0 || !numbers.every((number) => Number.isFinite(number))) return undefined;
    const [first = 0, last = 0, count = 0] = numbers;
    return { paths, from: first, to: last, points: count, scale: scale === 'log' ? 'log' : 'linear' };
  }
  return {
    paths,
    values: text
      .slice(equals + 1)
      .split(',')
      .map(readValue),
  };
}

/** Parses numbers, true and false; any other text is a name. */
function readValue(text: string): AxisValue {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

export const HELP = `Simulates a scenario with the same engine as the page.

  sim run FILE.json     prints what the run shows, as JSON (FILE "-": standard input)
  sim sweep FILE        runs a scenario, a configuration, or the definition of a sweep, at several values of one or two settings; prints a
                        table
  sim merge FILE…       puts the parts of a sweep together (those of --shard, printed with --json)
  sim import FILE…      reads results of other tools (redis-benchmark, memtier_benchmark, wrk, JMH, go test -bench, Locust, JMeter,
                        HdrHistogram, redis-cli, tables); prints requests/s and µs as JSON, a line a file; code 2 when one is refused
  sim read FILE…        what configuration and counters say, with the line of each value, and the scenario that they give, as JSON
  sim diagnose FILE…    what slows this system: findings of its configuration, its server's counters and the model, in order of
                        effect (FILE: configuration, INFO, CLIENT LIST, …, or a scenario)
  sim solve FILE…       the smallest change that meets a goal, and the best configuration; code 1 when none meets it
  sim verify FILE…      measures the advice of sim solve with the real client on a private Redis, beside the prediction; code 1
                        when the gain is outside the predicted interval
  sim check FILE…       compares a configuration with objectives; code 1 when one is missed
  sim presets           lists the named starting points
  sim presets ID        prints one of them, to change and to run
  sim pack LESSON       lessons as a package for a learning platform (LESSON: its name, "course", "incidents", "incident-chat", or a lesson of your own: FILE.md)
  sim predict [PART]    predicts the measured rows (those whose name contains PART) and compares
  sim published [PART]  predicts tables that others have published (those whose name contains PART): ratios within each
                        table and shapes; code 1 when a shape is wrong without a named reason
  sim claims            holds what articles and benchmarks say against the engine; code 1 when one that passed fails
  sim record            writes the answers to all claims and measured rows into the repository, for the page
  sim pictures          writes one run of each point of the ready experiments into the repository, for the page
  sim samples [RUNTIME] records the sample runs of the page with real clients (of one runtime, or all), with the costs of this machine
  sim twin [RUNTIMES]   starts a bridge with a Redis of its own, calibrates the model to this machine and clients of a runtime
                        (${CALIBRATED_RUNTIMES.join(', ')}), predicts configurations it has not seen, measures them and compares;
                        several, as java,go, are also judged together;
                        code 1 when the median error is over 15 % (--rounds N: of each measurement, on a noisy machine)
  sim campaign [PART]   measures client libraries of Java and Go (those configurations whose name contains PART) in several rounds
                        and stores every round in the repository (--rounds: 3)
  sim fit PROFILE       fits the free costs of a profile and writes them into the repository
                        (--residuals: keeps the costs and only evaluates them again)

  --format FORMAT       pack: scorm12, scorm2004 (default) or cmi5; --out FILE: where to write it
  --unit UNIT           import: unit of times where a file does not give it: ns, us, ms or s
  --pretty              run, import: JSON over several lines
  --json                predict, published, claims, twin, sweep, merge, diagnose, solve, verify, check: results as JSON
  --csv                 sweep, merge: results as CSV (so they are without --json)
  --set PATH=VALUES     sweep: a setting and its values: 1,8,50 or lin:1:200:10 or log:1:200:10 (from, to, points); a single
                        value changes every point; PATH+PATH is one setting under two names
                        read, diagnose, solve, verify, check: a value that no file gives, PATH=VALUE
  --seeds N             sweep: replications of each point, with the same seeds at every point (default: 5)
  --precision 2%        sweep: stops repeating a point when its 95 % interval is that narrow (--seeds is then the most)
  --budget SECONDS      sweep: starts no run after this time
  --metric NAME,NAME    sweep, merge: what the table shows; the first one is what the precision is about. Percentiles include
                        requests still waiting at the end, unlike those of sim run; a lower bound has no upper end (high95)
  --shard I/N           sweep: only part I of N, for a job array
  --jobs N              sweep, diagnose, solve, verify, check: runs at a time (default: one a core)
  --only ID,ID…         claims: only these
                        claims --seeds N: judges them with N seeds; code 1 when one that passes fails with any of them
  --mutate              claims: searches for changes of costs that make them fail and writes them into the repository; with
                        --only also checks that hold by construction; code 1 when a counted check has none
  --without ID,ID…      claims: prints the claims that change without these mechanisms of the model ("all": each in turn)
  --goal GOAL           solve, verify: p99<5ms, throughput>20000, failures<0.1%, fewest connections, least CPU; several with commas; a load
                        at the end: p99<5ms at 20000/s
  --vary PATH=1..200    solve, verify: a setting that may change, with its bounds or its values (PATH=true,false); any number of times
  --slo CONDITION       check: an objective, like the conditions of --goal; any number of times
  --sarif               diagnose: findings as SARIF, for code hosts
  --lang LANGUAGE       explanations in ${LANGUAGES.join(', ')} (default: ${REFERENCE})
`;

export type Request =
  | { command: 'help' }
  | { command: 'record' }
  | { command: 'pictures' }
  | ({ command: 'samples' } & SamplesRequest)
  | ({ command: 'twin' } & TwinRequest)
  | ({ command: 'campaign' } & CampaignRequest)
  | ({ command: 'sweep' } & SweepRequest)
  | ({ command: 'merge' } & MergeRequest)
  | { command: 'run'; file: string; pretty: boolean; lang: Language }
  | SystemRequest
  | ({ command: 'import' } & ImportRequest)
  | PackRequest
  | { command: 'presets'; id: string | undefined; lang: Language }
  | { command: 'predict'; only: string; json: boolean }
  | { command: 'published'; only: string; json: boolean }
  | { command: 'fit'; profile: string; residuals: boolean }
  | {
      command: 'claims';
      only: readonly string[];
      json: boolean;
      seeds: number;
      mutate: boolean;
      without: readonly string[];
      lang: Language;
    };

/** A whole number from 1 on; undefined for anything else. */
function positive(text: string): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

const runtimeNamed = (argument: string | undefined): CalibratedRuntime | undefined =>
  CALIBRATED_RUNTIMES.find((name) => name === argument);

const notARuntime = (command: string, argument: string | undefined): string =>
  `${command}: ${argument} is not one of ${CALIBRATED_RUNTIMES.join(', ')}`;

const notCounted = (option: string, text: unknown): string => `${option}: ${text} is not a number from 1 on`;

/** The request, or an error message. */
export function readArguments(args: readonly string[]): Request | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        pretty: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        residuals: { type: 'boolean', default: false },
        mutate: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        without: { type: 'string', default: '' },
        lang: { type: 'string', default: REFERENCE },
        unit: { type: 'string' },
        format: { type: 'string', default: 'scorm2004' },
        out: { type: 'string' },
        rounds: { type: 'string' },
        ...SWEEP_OPTIONS,
        ...SYSTEM_OPTIONS,
      },
    });
    const { lang, pretty, json } = values;
    if (!isLanguage(lang)) return `--lang: ${lang} is not one of ${LANGUAGES.join(', ')}`;
    const [command, argument, ...rest] = positionals;
    if (values.help || command === undefined || command === 'help') return { command: 'help' };
    const metrics = values.metric.split(',').filter((name) => name !== '');
    if (command === 'merge') {
      if (argument === undefined) return 'merge: which files? (parts of a sweep, printed with --json)';
      return { command, files: [argument, ...rest], json, metrics, lang };
    }
    if (isSystemCommand(command)) return readSystemArguments(command, positionals.slice(1), values, lang);
    if (command === 'import') {
      if (argument === undefined)
        return 'import: which files? (results of other tools, or "-" for standard input)';
      const unit = values.unit === undefined ? undefined : timeUnit(values.unit);
      if (values.unit !== undefined && unit === undefined)
        return `--unit: ${values.unit} is not one of ${TIME_UNITS.join(', ')}`;
      return { command, files: [argument, ...rest], unit, pretty, lang };
    }
    if (rest.length > 0) return `unexpected argument: ${rest[0]}`;
    if (command === 'pictures') return { command };
    if (command === 'pack') {
      if (argument === undefined)
        return 'pack: which lesson? (its name, "course", "incidents", or the file of a lesson of your own)';
      return { command, what: argument, format: values.format, lang, out: values.out };
    }
    if (command === 'record')
      return argument === undefined ? { command } : `unexpected argument: ${argument}`;
    if (command === 'samples') {
      const runtime = runtimeNamed(argument);
      return argument === undefined || runtime ? { command, runtime } : notARuntime(command, argument);
    }
    if (command === 'twin') {
      const names = (argument ?? 'node').split(',');
      const runtimes = names.flatMap((name) => runtimeNamed(name) ?? []);
      if (runtimes.length < names.length) return notARuntime(command, argument);
      const rounds = values.rounds === undefined ? undefined : positive(values.rounds);
      if (values.rounds !== undefined && rounds === undefined) return notCounted('--rounds', values.rounds);
      return { command, runtimes, rounds, json };
    }
    if (command === 'campaign') {
      const rounds = positive(values.rounds ?? '3');
      if (rounds === undefined) return notCounted('--rounds', values.rounds);
      return { command, rounds, only: argument ?? '' };
    }
    if (command === 'presets') return { command, id: argument, lang };
    if (command === 'fit') return { command, profile: argument ?? '', residuals: values.residuals };
    if (command === 'published') return { command, only: argument ?? '', json };
    if (command === 'predict') return { command, only: argument ?? '', json };
    if (command === 'claims') {
      if (argument !== undefined) return `unexpected argument: ${argument} (one claim: --only ${argument})`;
      const seeds = positive(values.seeds ?? '1');
      if (seeds === undefined) return notCounted('--seeds', values.seeds);
      const idsIn = (list: string) => list.split(',').filter((id) => id !== '');
      const [only, without] = [idsIn(values.only), idsIn(values.without)];
      return { command, only, json, seeds, mutate: values.mutate, without, lang };
    }
    if (command === 'sweep') {
      if (argument === undefined)
        return 'sweep: which file? (a scenario or a sweep, or "-" for standard input)';
      const sweepOptions = readSweepArguments(values);
      return typeof sweepOptions === 'string'
        ? sweepOptions
        : { command, file: argument, json, metrics, lang, ...sweepOptions };
    }
    if (command !== 'run')
      return `unknown command: ${command} (there are: run, sweep, merge, import, read, diagnose, solve, verify, check, presets, pack, predict, published, claims, twin, campaign, record, samples, pictures, fit, help)`;
    if (argument === undefined) return 'run: which file? (a scenario, or "-" for standard input)';
    return { command, file: argument, pretty, lang };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
