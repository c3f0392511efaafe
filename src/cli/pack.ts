/** `sim pack`: lessons as a package for a learning platform. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byLanguage } from '../i18n/by-language.ts';
import { issueText } from '../i18n/issues.ts';
import { INCIDENTS } from '../learn/incidents/incidents.ts';
import { LESSONS } from '../learn/lessons/course.ts';
import { MOST_BYTES, readOwnLesson } from '../learn/lessons/custom-lesson.ts';
import { FORMATS, type Format, incidentIn, isFormat, packedIncident } from '../learn/platform/formats.ts';
import { type PackedLesson, packageName, zippedPackage } from '../learn/platform/package.ts';
import { deflated } from '../lib/deflate.ts';
import type { Language } from '../lib/languages.ts';
import { closestMatch } from '../model/scenario/fuzzy-match.ts';
import { EXIT, print, printMessage, readInput } from './input.ts';

export interface PackRequest {
  readonly command: 'pack';
  /** A lesson's id, `course`, `incidents`, `incident-` and an id, or the file of an own lesson (`.md`). */
  readonly what: string;
  readonly format: string;
  readonly lang: Language;
  /** File to write; its name follows from the lesson when absent. */
  readonly out: string | undefined;
}

const faults = byLanguage(
  import.meta.glob<{ incidents: Readonly<Record<string, { title: string; complaint: string }>> }>(
    '../i18n/*/incidents.json',
    { eager: true, import: 'default' },
  ),
);

type LessonNames = Readonly<Record<string, { readonly title: string; readonly goal: string }>>;

const names = byLanguage(
  import.meta.glob<{ lessons: LessonNames }>('../i18n/*/learn.json', { eager: true, import: 'default' }),
);
const words = byLanguage(
  import.meta.glob<{
    package: Readonly<Record<'courseTitle' | 'courseGoal' | 'incidents' | 'incidentsGoal', string>>;
  }>('../i18n/*/teach.json', {
    eager: true,
    import: 'default',
  }),
);

interface Content {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly lessons: readonly PackedLesson[];
}

/** Returns the exit code. `root` is the repository, whose `dist/` has the page. */
export async function packLessons(request: PackRequest, root: string): Promise<number> {
  const { format, out } = request;
  if (!isFormat(format)) {
    printMessage(`--format: ${format} is not one of ${FORMATS.join(', ')}`);
    return EXIT.badInput;
  }
  const content = request.what.endsWith('.md') ? await ownLesson(request) : courseLessons(request);
  if (typeof content === 'string') {
    printMessage(content);
    return EXIT.badInput;
  }
  const page = await readFile(join(root, 'dist/standalone.html'), 'utf8');
  const file = out ?? packageName(content.name, format as Format);
  await writeFile(file, zippedPackage({ ...content, format, page }));
  print(file);
  return EXIT.done;
}

/** The course or one of its lessons, or why there is none. */
function courseLessons({ what, lang }: PackRequest): Content | string {
  const texts = names[lang].lessons;
  if (what === 'incidents' || incidentIn(what) !== undefined) return incidents(what, lang);
  const lessons = LESSONS.filter(({ id }) => what === 'course' || id === what).map(({ id }) => ({
    id,
    title: texts[id]?.title ?? id,
    goal: texts[id]?.goal ?? '',
    hash: `#/learn/${id}`,
    language: lang,
  }));
  const [first] = lessons;
  if (!first) {
    const similar = closestMatch(what, ['course', 'incidents', ...LESSONS.map(({ id }) => id)]);
    return `no lesson is named ${what}${similar ? `; did you mean ${similar}?` : '; a name is in the address of a lesson: #/learn/pool'}`;
  }
  if (what !== 'course')
    return { name: what, title: first.title, description: first.goal, language: lang, lessons };
  const { courseTitle, courseGoal } = words[lang].package;
  return { name: 'course', title: courseTitle, description: courseGoal, language: lang, lessons };
}

/** All hidden faults or one of them, or why there is none. */
function incidents(what: string, lang: Language): Content | string {
  const texts = faults[lang].incidents;
  const lessons = INCIDENTS.map(({ id }) => ({
    id: packedIncident(id),
    title: texts[id]?.title ?? id,
    goal: texts[id]?.complaint ?? '',
    hash: `#/learn/incidents/${id}`,
    language: lang,
  })).filter(({ id }) => what === 'incidents' || id === what);
  const [first] = lessons;
  if (!first) {
    const similar = closestMatch(
      what,
      INCIDENTS.map(({ id }) => packedIncident(id)),
    );
    return `no hidden fault is named ${what}${similar ? `; did you mean ${similar}?` : '; a name is in the address of a hidden fault: incident-chat'}`;
  }
  if (what !== 'incidents')
    return { name: what, title: first.title, description: first.goal, language: lang, lessons };
  const { incidents: title, incidentsGoal: description } = words[lang].package;
  return { name: 'incidents', title, description, language: lang, lessons };
}

/** The lesson in a file, or what is wrong with it. */
async function ownLesson({ what, lang }: PackRequest): Promise<Content | string> {
  const text = await readInput(what, MOST_BYTES);
  if (typeof text !== 'string') return issueText(text, lang);
  const { own, faults } = readOwnLesson(text);
  if (!own) return faults.map((fault) => issueText(fault, lang)).join('\n');
  const { title, goal, language } = own;
  const lesson = { id: 'own', title, goal, hash: `#/learn/own?z=${await deflated(text)}`, language };
  return { name: 'own', title, description: goal, language, lessons: [lesson] };
}
