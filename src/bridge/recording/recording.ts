/**
 * A real run as a file: all notices of the bridge, with time, machine and settings. The page plays it without
 * bridge and Redis. Secrets never reach the page. Host names and addresses are removed here, also from
 * messages of Redis and the system.
 */
import { getDotPath, type InferOutput, safeParse } from 'valibot';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { migrateEdit, migrateScenario } from '../../model/scenario/migrate-version-1.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { Answer, Hello, RunRequest } from '../protocol.ts';
import type { Measured, Progress } from '../workload/measured.ts';
import type { Remark } from '../workload/remark.ts';
import { FORMAT, headerSchema, recordingSchema, VERSION } from './schema.ts';

/** Migrates recordings of earlier versions of the format. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Version 1 sampled requests across a whole interval, which do not form a scene: they are dropped. */
function fromVersion1(file: Record<string, unknown>): Record<string, unknown> {
  const { progress } = file;
  if (!Array.isArray(progress)) return file;
  const later = progress.map((notice: unknown) => {
    if (!isObject(notice)) return notice;
    const { requests, ...rest } = notice;
    return { ...rest, look: null };
  });
  return { ...file, version: 2, progress: later };
}

/** Converts scenarios and paths of adaptations from version 1. */
function withPresentNames(file: Record<string, unknown>): unknown {
  const { scenario, adapted } = file;
  const present = (renamed: unknown) => {
    if (!isObject(renamed) || typeof renamed.path !== 'string') return renamed;
    const [path, to] = migrateEdit(renamed.path, renamed.to as Json);
    return { ...renamed, path, to };
  };
  return {
    ...file,
    scenario: migrateScenario(scenario as Json),
    adapted: Array.isArray(adapted) ? adapted.map(present) : adapted,
  };
}

/** A file in the current version; a file of another kind is unchanged. */
function migrated(file: unknown, version: number): unknown {
  if (!isObject(file)) return file;
  return withPresentNames(version === 1 ? fromVersion1(file) : file);
}

export type Recording = InferOutput<typeof recordingSchema>;

/** Maximum size, characters. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

export interface Recorded {
  readonly hello: Hello;
  readonly request: RunRequest;
  /** The request's scenario with all defaults. */
  readonly scenario: Scenario;
  readonly started: Pick<Answer<'run'>, 'adapted'>;
  readonly progress: readonly Progress[];
  readonly measured: Measured;
  readonly recordedAt: Date;
  /** The calibration of the machine, as in its file. */
  readonly calibration?: object | undefined;
}

export function recordingOf({ hello, request, scenario, started, ...recorded }: Recorded): Recording {
  const { progress, measured, recordedAt, calibration } = recorded;
  const parsed = safeParse(recordingSchema, {
    format: FORMAT,
    version: VERSION,
    recordedAt: recordedAt.toISOString(),
    machine: hello.machine,
    redis: { version: hello.redisVersion, mode: hello.mode, place: hello.address.kind },
    method: {
      seconds: request.seconds,
      warmupSeconds: request.warmupSeconds ?? null,
      resp: request.resp ?? 3,
      keys: request.keys ?? null,
      ...(request.isHeld && { isHeld: true }),
    },
    scenario,
    adapted: started.adapted,
    progress: progress.map((notice) => ({
      ...notice,
      trouble: notice.trouble && withoutPlaces(notice.trouble),
    })),
    measured: { ...measured, remarks: measured.remarks.map(withoutPlaces) },
    ...(calibration && { calibration }),
  });
  if (parsed.success) return parsed.output;
  // The bridge sends nothing else. A file that could not be read back must not be written.
  throw new Error(`not a recording: ${parsed.issues.map((issue) => getDotPath(issue)).join(', ')}`);
}

/** Placeholder for removed text. */
const LEFT_OUT = '…';
/** Messages of the bridge itself, which contain no names. */
const OWN_MESSAGES = new Set(['stopped', 'exit']);

/**
 * Removes everything from a remark that may name a machine, user or file. Of an error only the first word is
 * kept: the error type of Redis (`ERR`, `LOADING`).
 */
export function withoutPlaces({ code, detail }: Remark): Remark {
  const facts = Object.entries(detail).map(([name, value]): [string, string | number] => {
    if (typeof value !== 'string') return [name, value];
    if (name === 'node' || name === 'host') return [name, LEFT_OUT];
    if (name !== 'message' || OWN_MESSAGES.has(value)) return [name, value];
    const word = /^[A-Z]{2,20}(?= |$)/.exec(value)?.[0];
    return [name, word === undefined ? LEFT_OUT : `${word} ${LEFT_OUT}`];
  });
  return { code, detail: Object.fromEntries(facts) };
}

/** Parses a recording, or returns the reason why it is invalid. */
export function readRecording(text: string): { recording: Recording } | { problem: Remark } {
  const foreign = (path: string): { problem: Remark } => ({ problem: { code: 'BR-28', detail: { path } } });
  if (text.length > MAX_CHARACTERS) return foreign('size');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return foreign('json');
  }
  const header = safeParse(headerSchema, value);
  if (header.success && header.output.version > VERSION)
    return { problem: { code: 'BR-29', detail: { version: header.output.version, known: VERSION } } };
  const present = header.success ? migrated(value, header.output.version) : value;
  const parsed = safeParse(recordingSchema, present, { abortEarly: true });
  return parsed.success
    ? { recording: parsed.output }
    : foreign(parsed.issues.map((issue) => getDotPath(issue)).find((path) => path !== null) ?? 'format');
}
