/**
 * A student's results as a signed text, for a file or a link. The signed part stays a string in it: a signature holds for exact
 * characters. Pure.
 */
import * as v from 'valibot';
import { deflated, inflated } from '../../lib/deflate.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { bestVariants, type IncidentsProgress } from '../incidents/incident-progress.ts';
import { type Progress, progressText, readIncidentProgress, readProgress } from '../lessons/progress.ts';
import { signatureOf, studentKey } from './class-key.ts';
import { type Classroom, MAX_NAME, type Membership } from './classroom.ts';

const FORMAT = 'roundtrip-results';
const VERSION = 1;

/** Largest file: all lessons and hidden faults with all answers have a fifth of it. */
export const MAX_RESULTS_BYTES = 64 * 1024;

const envelope = v.object({ signed: v.string(), signature: v.string() });

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_NAME));
const content = v.object({
  class: text,
  student: v.object({ id: text, name: text }),
  /** Whether the student's own link signs, or the one that all share. */
  isOwnLink: v.boolean(),
  /** ISO 8601. */
  savedAt: v.pipe(v.string(), v.isoTimestamp()),
  progress: v.string(),
});

/** The results of one student, verified. */
export interface Results {
  readonly student: { readonly id: string; readonly name: string };
  readonly isOwnLink: boolean;
  readonly savedAt: string;
  readonly lessons: Progress;
  /** Of each hidden fault the best variant. */
  readonly incidents: IncidentsProgress;
  readonly signature: string;
  /** As received. */
  readonly text: string;
}

/** What leaves the browser: answers and steps. The student's own sentences and links do not. */
const shared = (lessons: Progress): Progress =>
  Object.fromEntries(
    Object.entries(lessons).map(([id, { link: _, ...rest }]) => [id, { ...rest, explanation: '' }]),
  );

/**
 * @param student with the id of this browser, for a membership without one
 * @param incidents all variants; the file has the best of each incident
 * @throws NoSigning
 */
export async function resultsText(
  membership: Membership,
  student: { readonly id: string; readonly name: string },
  lessons: Progress,
  savedAt: Date,
  incidents: IncidentsProgress = {},
): Promise<string> {
  const signed = JSON.stringify({
    class: membership.class,
    student,
    isOwnLink: membership.student !== null,
    savedAt: savedAt.toISOString(),
    progress: progressText(shared(lessons), {}, bestVariants(incidents)),
  } satisfies v.InferOutput<typeof content>);
  const signature = await signatureOf(membership.key, signed);
  return `${JSON.stringify({ format: FORMAT, version: VERSION, signed, signature }, null, 2)}\n`;
}

/** The fragment of a link with the results, which opens at the teacher's. */
export const resultsHash = async (results: string): Promise<string> =>
  `#/teach/class?results=${await deflated(results)}`;

/** The results in a link, or in a text that contains one; the text itself without a link. */
export async function resultsIn(received: string): Promise<string> {
  const packed = /[?&]results=([\w-]+)/.exec(received)?.[1];
  return packed === undefined ? received : inflated(packed).catch(() => '');
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(file);
  } catch {
    return undefined;
  }
}

const has = (value: unknown, key: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && key in value;

/**
 * Reads an untrusted file.
 * @param source name of the file, for the sentence of a problem
 * @throws NoSigning
 */
export async function readResults(
  own: Classroom,
  file: string,
  source: string,
): Promise<{ readonly results: Results } | { readonly problem: Problem }> {
  const refused = (code: Problem['code'], facts: Record<string, string> = {}) => ({
    problem: { code, path: source, facts: { file: source, ...facts } },
  });
  const outer = parsed(file);
  if (!has(outer, 'format') || outer.format !== FORMAT)
    return refused(file.includes(FORMAT) ? 'CLS-02' : 'CLS-01');
  if (outer.version !== VERSION) return refused(Number(outer.version) > VERSION ? 'CLS-12' : 'CLS-02');
  const signed = v.safeParse(envelope, outer);
  if (!signed.success) return refused('CLS-02');
  const inner = v.safeParse(content, parsed(signed.output.signed));
  const lessons = inner.success ? readProgress(inner.output.progress) : undefined;
  if (!inner.success || !lessons) return refused('CLS-02');
  const { class: classId, student, isOwnLink, savedAt } = inner.output;
  if (classId !== own.id) return refused('CLS-03', { title: own.title });
  const key = await studentKey(own.secret, own.id, isOwnLink ? student.id : '');
  const { signature } = signed.output;
  if ((await signatureOf(key, signed.output.signed)) !== signature)
    return refused('CLS-04', { student: student.name });
  const incidents = bestVariants(readIncidentProgress(inner.output.progress));
  return { results: { student, isOwnLink, savedAt, lessons, incidents, signature, text: file } };
}
