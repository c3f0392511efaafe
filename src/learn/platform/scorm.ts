/**
 * SCORM 1.2 and 2004: a platform offers an object with eight functions in a window around the page. The search for it follows
 * "Run-Time Environment" 3.2.1 of SCORM 2004: up through the parents, then the same from the window that opened the page.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { today } from '../../model/playback/clock.ts';
import { type Format, packedIri } from './formats.ts';
import { type GivenAnswer, type Outcome, responseText } from './outcome.ts';
import { type Platform, PlatformError } from './platform.ts';

/** The functions by their names in SCORM 2004; those of 1.2 begin with `LMS`. */
type Call = (...values: string[]) => unknown;
type Api = Readonly<Record<string, Call>>;

interface Version {
  /** Name of the object. */
  readonly object: string;
  readonly initialize: string;
  readonly terminate: string;
  readonly get: string;
  readonly set: string;
  readonly commit: string;
  readonly lastError: string;
  readonly suspendData: string;
  readonly learner: string;
  /** Most characters of the suspend data. */
  readonly longest: number;
  readonly sessionTime: (seconds: number) => readonly [name: string, value: string];
  readonly state: (outcome: Outcome) => Readonly<Record<string, string>>;
  readonly interaction: (answer: GivenAnswer, lesson: string) => Readonly<Record<string, string>>;
}

const two = (value: number): string => String(value).padStart(2, '0');
const percent = ({ score }: Outcome): string => String(Math.round(score * 100));

/** `HHHH:MM:SS.SS`. */
const clockTime = (seconds: number): string =>
  `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;

const VERSIONS: Readonly<Record<Exclude<Format, 'cmi5'>, Version>> = {
  scorm12: {
    object: 'API',
    initialize: 'LMSInitialize',
    terminate: 'LMSFinish',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    lastError: 'LMSGetLastError',
    suspendData: 'cmi.suspend_data',
    learner: 'cmi.core.student_id',
    longest: 4096,
    sessionTime: (seconds) => ['cmi.core.session_time', clockTime(seconds)],
    state: (outcome) => ({
      // One word for completion and success.
      'cmi.core.lesson_status':
        outcome.isPassed === undefined ? 'incomplete' : outcome.isPassed ? 'passed' : 'failed',
      'cmi.core.score.min': '0',
      'cmi.core.score.max': '100',
      'cmi.core.score.raw': percent(outcome),
    }),
    // A choice may only have answers of one letter there; names of options are longer.
    interaction: ({ question, given, isRight }, lesson) => ({
      id: `${lesson}.${question}`,
      time: today().toTimeString().slice(0, 8),
      type: typeof given === 'number' ? 'numeric' : 'fill-in',
      student_response: responseText(given).slice(0, 255),
      result: isRight === null ? 'neutral' : isRight ? 'correct' : 'wrong',
    }),
  },
  scorm2004: {
    object: 'API_1484_11',
    initialize: 'Initialize',
    terminate: 'Terminate',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    lastError: 'GetLastError',
    suspendData: 'cmi.suspend_data',
    learner: 'cmi.learner_id',
    longest: 64_000,
    sessionTime: (seconds) => ['cmi.session_time', `PT${seconds.toFixed(0)}S`],
    state: (outcome) => ({
      'cmi.completion_status': outcome.isComplete ? 'completed' : 'incomplete',
      'cmi.progress_measure': outcome.progress.toFixed(4),
      'cmi.success_status':
        outcome.isPassed === undefined ? 'unknown' : outcome.isPassed ? 'passed' : 'failed',
      'cmi.score.min': '0',
      'cmi.score.max': '100',
      'cmi.score.raw': percent(outcome),
      'cmi.score.scaled': outcome.score.toFixed(4),
    }),
    interaction: ({ question, kind, given, isRight }, lesson) => ({
      id: `${packedIri(lesson)}:${question}`,
      type: typeof given === 'number' ? 'numeric' : kind === 'choice' && given !== null ? 'choice' : 'other',
      // A time zone may only follow fractions of a second, of which there are two digits at most.
      timestamp: today().toISOString().replace(/\dZ$/, 'Z'),
      ...(given !== null && { learner_response: responseText(given) }),
      result: isRight === null ? 'neutral' : isRight ? 'correct' : 'incorrect',
    }),
  },
};

/** Windows above one another that the search visits at most, as the standard's own example does. */
const MOST_PARENTS = 500;

/** A window of another origin refuses every look into it. */
function objectIn(window: Window, name: string): Api | undefined {
  try {
    return (window as unknown as Readonly<Record<string, Api | undefined>>)[name] ?? undefined;
  } catch {
    return undefined;
  }
}

function findAbove(start: Window | null, name: string): Api | undefined {
  let window = start;
  for (let count = 0; window && count < MOST_PARENTS; count++) {
    const found = objectIn(window, name);
    if (found) return found;
    if (window.parent === window) return undefined;
    window = window.parent;
  }
  return undefined;
}

/** The learner's progress in the few characters that a platform keeps. */
export const packed = (text: string): string =>
  btoa(String.fromCharCode(...deflateSync(strToU8(text), { level: 9 })));

/** The progress again; null when it is no such text. */
export function unpacked(text: string): string | null {
  try {
    return strFromU8(inflateSync(Uint8Array.from(atob(text), (character) => character.charCodeAt(0))));
  } catch {
    return null;
  }
}

/**
 * Begins a visit.
 * @param lesson id of the lesson
 * @throws PlatformError when no platform is around the page, or it refuses to begin
 */
export function openScorm(format: Exclude<Format, 'cmi5'>, lesson: string, window: Window): Platform {
  const version = VERSIONS[format];
  const api = findAbove(window, version.object) ?? findAbove(window.opener, version.object);
  if (!api) throw new PlatformError(`no ${version.object}`);
  const call = (name: string, ...values: string[]): unknown => api[name]?.(...values);
  const isDone = (answer: unknown): boolean => String(answer) === 'true';
  const begun = today().getTime();
  if (!isDone(call(version.initialize, ''))) throw refusal();

  const sent = new Map<string, string>();
  /** Interactions by question: a later answer is another entry. */
  let entries = Number(call(version.get, 'cmi.interactions._count')) || 0;

  function refusal(): PlatformError {
    return new PlatformError(`error ${String(call(version.lastError))}`);
  }
  function set(name: string, value: string): void {
    if (sent.get(name) === value) return;
    if (!isDone(call(version.set, name, value))) throw refusal();
    sent.set(name, value);
  }
  function writeAnswer(answer: GivenAnswer): void {
    const key = `answer ${answer.question}`;
    const value = `${responseText(answer.given)} ${answer.isRight}`;
    if (sent.get(key) === value) return;
    for (const [field, text] of Object.entries(version.interaction(answer, lesson)))
      if (!isDone(call(version.set, `cmi.interactions.${entries}.${field}`, text))) throw refusal();
    entries += 1;
    sent.set(key, value);
  }
  const text = String(call(version.get, version.suspendData) ?? '');
  return {
    kept: text === '' ? null : unpacked(text),
    learner: String(call(version.get, version.learner) ?? ''),
    report: async (outcome, kept) => {
      const data = packed(kept);
      // Results go first: they count, the learner's own sentence does not fit everywhere.
      for (const [name, value] of Object.entries(version.state(outcome))) set(name, value);
      for (const answer of outcome.answers) writeAnswer(answer);
      if (data.length > version.longest) throw new PlatformError(`progress of ${data.length} characters`);
      set(version.suspendData, data);
      if (!isDone(call(version.commit, ''))) throw refusal();
    },
    leave: () => {
      call(version.set, ...version.sessionTime((today().getTime() - begun) / 1000));
      call(version.set, format === 'scorm12' ? 'cmi.core.exit' : 'cmi.exit', 'suspend');
      call(version.commit, '');
      call(version.terminate, '');
    },
  };
}
