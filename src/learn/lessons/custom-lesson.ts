/**
 * A custom lesson as one text: the data of `lesson.json` and `reveal.json` as YAML front matter, then its
 * sections. The result equals a lesson of the course. Writing and reading are inverse. Pure.
 */
import * as v from 'valibot';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, stringify } from 'yaml';
import { LANGUAGES, type Language } from '../../lib/languages.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { faultsIn, isBefore, schemaFaults } from './faults.ts';
import { type Lesson, lessonSchema, type Reveal, revealSchema } from './lesson.ts';
import { runsOf } from './runs.ts';
import { readSections, type Sections, sectionNames } from './text.ts';

/** A lesson that does not belong to the course. */
export interface OwnLesson {
  readonly title: string;
  readonly goal: string;
  /** The author's name. */
  readonly author?: string | undefined;
  readonly language: Language;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
  /** Texts before and after the lock. */
  readonly before: Sections;
  readonly after: Sections;
}

export const OWN_VERSION = 1;

/** Longer texts are no lessons; a link does not unpack to more either. UTF-8 bytes. */
export const MOST_BYTES = 48 * 1024;

/** Most runs that a page simulates for one lesson. */
export const MOST_RUNS = 60;

const words = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));

const headSchema = v.strictObject({
  version: v.literal(OWN_VERSION),
  title: words,
  goal: words,
  author: v.optional(words),
  language: v.picklist(LANGUAGES),
  ...lessonSchema.entries,
  reveal: revealSchema,
});

/** A parsed text with its problems. */
export interface Reading {
  /** Absent when a fault leaves nothing to show. */
  readonly own: OwnLesson | undefined;
  /** In the order of the text. */
  readonly faults: readonly Problem[];
  /** Adds the line to a fault found later. */
  readonly located: (fault: Problem) => Problem;
}

/** Faults with which a lesson can still be shown. */
const MILD: readonly string[] = ['LES-08', 'LES-15', 'LES-22', 'LES-23', 'LES-26'];

const HEAD = /^---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;

/** Parses a text; never throws. */
export function readOwnLesson(source: string): Reading {
  const bytes = new TextEncoder().encode(source).length;
  if (bytes > MOST_BYTES) return failed({ code: 'LES-29', path: '', value: String(bytes), max: MOST_BYTES });
  const text = source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const [match = '', head] = HEAD.exec(text) ?? [];
  if (head === undefined) return failed({ code: 'LES-01', path: '', line: 1 });
  try {
    return readParts(text, head, text.slice(match.length));
  } catch (error) {
    // Nested too deeply for the parser.
    const value = error instanceof Error ? error.message : String(error);
    return failed({ code: 'LES-02', path: '', value, line: 1 });
  }
}

const failed = (fault: Problem): Reading => ({ own: undefined, faults: [fault], located: (other) => other });

function readParts(text: string, head: string, body: string): Reading {
  const lines = new LineCounter();
  const document = parseDocument(head, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  // The front matter begins in the second line.
  const lineAt = (offset: number) => lines.linePos(offset).line + 1;
  const [broken] = document.errors;
  if (broken) {
    return failed({ code: 'LES-02', path: '', value: broken.message, line: lineAt(broken.pos[0]) });
  }
  // YAML aliases could expand a small text to a huge one.
  const data: unknown = document.toJS({ maxAliasCount: 0 });
  const version = versionOf(data);
  if (version > OWN_VERSION)
    return failed({ code: 'LES-30', path: 'version', value: String(version), max: OWN_VERSION, line: 2 });
  const located = (fault: Problem): Problem => {
    const line = isShape(fault.code)
      ? lineAt(offsetOf(document, fault.path))
      : lineOf(text, fault, () => lineAt(offsetOf(document, fault.path)));
    return line === undefined ? fault : { ...fault, line };
  };
  const shape = schemaFaults(headSchema, data, '').map(located);
  if (shape.length > 0) return { own: undefined, faults: shape, located };
  const own = divided(v.parse(headSchema, data), readSections(body));
  const { language, lesson, reveal } = own;
  const files = { lesson, reveal, before: { [language]: own.before }, after: { [language]: own.after } };
  const faults = [...faultsIn(files), ...twice(body), ...sizeFaults(own)].map(located);
  const isShown = faults.every(({ code }) => MILD.includes(code));
  return {
    own: isShown ? own : undefined,
    faults: faults.sort((left, right) => (left.line ?? 0) - (right.line ?? 0)),
    located,
  };
}

function versionOf(data: unknown): number {
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : undefined;
  return typeof version === 'number' ? version : 0;
}

/** Splits front matter and sections into the parts before and after the lock. */
function divided(
  { version: _, title, goal, author, language, reveal, ...lesson }: v.InferOutput<typeof headSchema>,
  sections: Sections,
): OwnLesson {
  const part = (isEarly: boolean) =>
    new Map([...sections].filter(([name]) => isBefore(lesson, name) === isEarly));
  const texts = { before: part(true), after: part(false) };
  return { title, goal, ...(author === undefined ? {} : { author }), language, lesson, reveal, ...texts };
}

function twice(body: string): Problem[] {
  const names = sectionNames(body);
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => ({
    code: 'LES-26',
    path: name,
    value: name,
  }));
}

/** More than a page should simulate. */
function sizeFaults({ lesson, reveal }: OwnLesson): Problem[] {
  const runs = Object.values(runsOf(lesson, reveal));
  const count = runs.reduce(
    (sum, { sweep = {} }) => sum + Math.max(1, ...Object.values(sweep).map((values) => values.length)),
    0,
  );
  return count > MOST_RUNS ? [{ code: 'LES-28', path: 'runs', value: String(count), max: MOST_RUNS }] : [];
}

const isShape = (code: string): boolean => ['LES-03', 'LES-04', 'LES-05'].includes(code);

/** The line of a fault: at a heading, at a formula, in the front matter; undefined for a missing part. */
function lineOf(text: string, { code, path, value }: Problem, inHead: () => number): number | undefined {
  if (code === 'LES-22') return undefined;
  const lines = text.split('\n');
  const heading = lines.findLastIndex((line) => /^#{2,3} +(\S+) *$/.exec(line)?.[1] === path);
  if (heading >= 0) return heading + 1;
  if (code !== 'LES-25' && code !== 'LES-32') return inHead();
  const valueLine = lines.findIndex((line) => line.includes(value ?? ''));
  return valueLine < 0 ? undefined : valueLine + 1;
}

/** Offset of the deepest existing node of a path; names may contain dots. */
function offsetOf(document: Document, path: string): number {
  const found = (at: string) => walk(document.contents, at.split('.'));
  // Runs are defined before the lock or after it.
  const [atPath, inReveal] = [found(path), found(`reveal.${path}`)];
  return (path.startsWith('runs.') && inReveal.rest < atPath.rest ? inReveal : atPath).offset;
}

function walk(node: unknown, parts: readonly string[]): { readonly offset: number; readonly rest: number } {
  const step = stepInto(node, parts);
  if (!step) return { offset: 0, rest: parts.length };
  const inner = walk(step.value, parts.slice(step.parts));
  return { offset: inner.offset || step.offset, rest: inner.rest };
}

interface PathStep {
  readonly value: unknown;
  /** How many parts of the path name it. */
  readonly parts: number;
  readonly offset: number;
}

function stepInto(node: unknown, rest: readonly string[]): PathStep | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(rest[0])];
    return isNode(value) ? { value, parts: 1, offset: value.range?.[0] ?? 0 } : undefined;
  }
  if (!isMap(node)) return undefined;
  for (let parts = rest.length; parts > 0; parts--) {
    const name = rest.slice(0, parts).join('.');
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (pair && isScalar(pair.key)) return { value: pair.value, parts, offset: pair.key.range?.[0] ?? 0 };
  }
  return undefined;
}

/** The lesson as a text; inverse of {@link readOwnLesson}. */
export function writeOwnLesson({
  title,
  goal,
  author,
  language,
  lesson,
  reveal,
  before,
  after,
}: OwnLesson): string {
  const head = { version: OWN_VERSION, title, goal, author, language, ...lesson, reveal };
  const yaml = stringify(head, { lineWidth: 100, aliasDuplicateObjects: false, keepUndefined: false });
  const sections = [...before, ...after].map(
    ([name, text]) => `${name.includes('.') ? '###' : '##'} ${name}\n\n${text}\n`,
  );
  return `---\n${yaml}---\n\n${sections.join('\n')}`;
}
