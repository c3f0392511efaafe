/** A class: its secret key, its list of students, the links for them; and its file, which only the teacher keeps. Pure. */
import * as v from 'valibot';
import { deflated, inflated } from '../../lib/deflate.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { newSecret, randomName, studentKey } from './class-key.ts';

/** Longest accepted name, id or title, characters. */
export const MAX_NAME = 80;
/** Most students on a list. */
export const MAX_STUDENTS = 500;

const name = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_NAME));
const key = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const student = v.object({ id: name, name });
export type Student = v.InferOutput<typeof student>;

const classroom = v.object({
  format: v.literal('roundtrip-class'),
  version: v.literal(1),
  id: name,
  title: name,
  secret: key,
  roster: v.pipe(v.array(student), v.maxLength(MAX_STUDENTS)),
});
export type Classroom = v.InferOutput<typeof classroom>;

/** @param title as the teacher types it */
export const newClass = (title: string): Classroom => ({
  format: 'roundtrip-class',
  version: 1,
  id: randomName(6),
  title: title.trim().slice(0, MAX_NAME),
  secret: newSecret(),
  roster: [],
});

export const classText = (own: Classroom): string => `${JSON.stringify(own, null, 2)}\n`;

/** Parses a class file; undefined for any other text. */
export function readClass(text: string): Classroom | undefined {
  try {
    const read = v.safeParse(classroom, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

const membership = v.object({
  /** Id and title of the class. */
  class: name,
  title: name,
  /** Empty in the link that all share: the student types a name. */
  student: v.union([student, v.null()]),
  key,
});
/** What a student's browser knows of the class. */
export type Membership = v.InferOutput<typeof membership>;

/**
 * The membership in a student's link.
 * @param own absent: the link that all share
 * @throws NoSigning
 */
export async function membershipOf(
  { id, title, secret }: Classroom,
  own: Student | null,
): Promise<Membership> {
  return { class: id, title, student: own, key: await studentKey(secret, id, own?.id ?? '') };
}

/** The fragment of a student's link. */
export const inviteHash = async (one: Membership): Promise<string> =>
  `#/learn/class?join=${await deflated(JSON.stringify(one))}`;

export function readMembership(text: string): Membership | undefined {
  try {
    const read = v.safeParse(membership, JSON.parse(text));
    return read.success ? read.output : undefined;
  } catch {
    return undefined;
  }
}

/** The membership in an address; undefined without one. */
export async function membershipIn(hash: string): Promise<Membership | Problem | undefined> {
  const packed = /[?&]join=([^&]*)/.exec(hash)?.[1];
  if (packed === undefined) return undefined;
  const text = await inflated(packed).catch(() => '');
  return readMembership(text) ?? { code: 'CLS-11', path: '' };
}
