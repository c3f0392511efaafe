/** Packages for learning platforms: the page as one file, a start page a lesson, and the manifest of the format, zipped. Pure. */
import { strToU8, zipSync } from 'fflate';
import { type Format, PASSING_SCORE, packedIri } from './formats.ts';

/** A lesson in a package. */
export interface PackedLesson {
  /** Name of its start page in the package. */
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  /** The page's address of it: `#/learn/pool`. */
  readonly hash: string;
  /** Of its texts: `en`, `zh-CN`. */
  readonly language: string;
}

export interface PackageContent {
  readonly format: Format;
  /** Tells the package apart on the platform, as a part of an XML id: `course`, `incidents`, or a lesson's id. */
  readonly name: string;
  /** Title of the package. */
  readonly title: string;
  readonly description: string;
  readonly language: string;
  readonly lessons: readonly PackedLesson[];
  /** The page as one file (`standalone.html` of the build). */
  readonly page: string;
}

const PAGE = 'roundtrip.html';

/** The offline page may send nothing. A cmi5 platform takes statements at an address that it gives at the start. */
const OFFLINE = 'connect-src data:';
const TO_PLATFORM = 'connect-src data: https: http:';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Opens the page with one lesson; what a platform put into the query stays. */
function startPage({ title, hash, language }: PackedLesson, format: Format): string {
  const [path = '', query = ''] = hash.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  params.set('lang', language);
  params.set('platform', format);
  const address = JSON.stringify(`${path}?${params}`).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${escaped(language)}">
<meta charset="utf-8">
<title>${escaped(title)}</title>
<script>location.replace('${PAGE}' + location.search + ${address});</script>
</html>
`;
}

const pageOf = ({ id }: PackedLesson): string => `${id}.html`;

const scorm12 = ({ name, title, lessons }: PackageContent): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="roundtrip-${name}" version="1.1"
  xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
${lessons
  .map(
    (lesson) =>
      `      <item identifier="item-${lesson.id}" identifierref="resource-${lesson.id}"><title>${escaped(lesson.title)}</title><adlcp:masteryscore>${PASSING_SCORE * 100}</adlcp:masteryscore></item>`,
  )
  .join('\n')}
    </organization>
  </organizations>
  <resources>
${resources(lessons, 'adlcp:scormtype')}
  </resources>
</manifest>
`;

const scorm2004 = ({
  name,
  title,
  lessons,
}: PackageContent): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="roundtrip-${name}" version="1"
  xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
${lessons
  .map(
    (lesson) =>
      `      <item identifier="item-${lesson.id}" identifierref="resource-${lesson.id}"><title>${escaped(lesson.title)}</title></item>`,
  )
  .join('\n')}
      <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
    </organization>
  </organizations>
  <resources>
${resources(lessons, 'adlcp:scormType')}
  </resources>
</manifest>
`;

const resources = (lessons: readonly PackedLesson[], typeName: string): string =>
  [
    ...lessons.map(
      (lesson) =>
        `    <resource identifier="resource-${lesson.id}" type="webcontent" ${typeName}="sco" href="${pageOf(lesson)}"><file href="${pageOf(lesson)}"/><dependency identifierref="page"/></resource>`,
    ),
    `    <resource identifier="page" type="webcontent" ${typeName}="asset"><file href="${PAGE}"/></resource>`,
  ].join('\n');

const cmi5 = ({
  name,
  title,
  description,
  language,
  lessons,
}: PackageContent): string => `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="urn:roundtrip:${name}">
    <title><langstring lang="${escaped(language)}">${escaped(title)}</langstring></title>
    <description><langstring lang="${escaped(language)}">${escaped(description)}</langstring></description>
  </course>
${lessons
  .map(
    (
      lesson,
    ) => `  <au id="${escaped(packedIri(lesson.id))}" launchMethod="AnyWindow" moveOn="CompletedOrPassed" masteryScore="${PASSING_SCORE}">
    <title><langstring lang="${escaped(lesson.language)}">${escaped(lesson.title)}</langstring></title>
    <description><langstring lang="${escaped(lesson.language)}">${escaped(lesson.goal)}</langstring></description>
    <url>${pageOf(lesson)}</url>
  </au>`,
  )
  .join('\n')}
</courseStructure>
`;

const MANIFESTS = {
  scorm12: { name: 'imsmanifest.xml', text: scorm12 },
  scorm2004: { name: 'imsmanifest.xml', text: scorm2004 },
  cmi5: { name: 'cmi5.xml', text: cmi5 },
} as const satisfies Record<Format, { name: string; text: (content: PackageContent) => string }>;

/** The files of a package by name. */
export function packageFiles(content: PackageContent): Readonly<Record<string, string>> {
  const { format, lessons, page } = content;
  if (!page.includes(OFFLINE)) throw new Error('the page is no standalone file of the build');
  const manifest = MANIFESTS[format];
  return {
    [manifest.name]: manifest.text(content),
    ...Object.fromEntries(lessons.map((lesson) => [pageOf(lesson), startPage(lesson, format)])),
    [PAGE]: format === 'cmi5' ? page.replace(OFFLINE, TO_PLATFORM) : page,
  };
}

/** The same content gives the same bytes: files of a zip have a date, here its earliest. */
const MTIME = '1980-01-01';

export function zippedPackage(content: PackageContent): Uint8Array {
  const files = Object.entries(packageFiles(content)).map(
    ([name, text]) => [name, [strToU8(text), { mtime: MTIME }]] as const,
  );
  return zipSync(Object.fromEntries(files.map(([name, [bytes, options]]) => [name, [bytes, options]])));
}

/** File name of a package: `roundtrip-pool-scorm12.zip`. */
export const packageName = (name: string, format: Format): string => `roundtrip-${name}-${format}.zip`;
