/** Formats of packages for learning platforms. */
export const FORMATS = ['scorm12', 'scorm2004', 'cmi5'] as const;
export type Format = (typeof FORMATS)[number];

export const isFormat = (value: unknown): value is Format => FORMATS.some((format) => format === value);

/** Names of the formats: proper names, the same in every language. */
export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  scorm12: 'SCORM 1.2',
  scorm2004: 'SCORM 2004 (4th Edition)',
  cmi5: 'cmi5 (xAPI)',
};

/** The identifier of a lesson in every package and statement. It never changes, so results of several years can be compared. */
export const lessonIri = (id: string): string => `urn:roundtrip:lesson:${id}`;

/** From this score on a complete lesson is passed: two of its three graded parts. */
export const PASSING_SCORE = 0.6;
