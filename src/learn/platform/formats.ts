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

/** Begins the name of a hidden fault in a package; lessons have their id alone. */
const INCIDENT = 'incident-';

/** The name of a hidden fault in a package. */
export const packedIncident = (id: string): string => `${INCIDENT}${id}`;

/** The id of the hidden fault that a package is about; undefined for a lesson. */
export const incidentIn = (packed: string): string | undefined =>
  packed.startsWith(INCIDENT) ? packed.slice(INCIDENT.length) : undefined;

/**
 * The identifier of a lesson or a hidden fault in every package and statement. It never changes, so results of several years can be
 * compared.
 */
export function packedIri(packed: string): string {
  const incident = incidentIn(packed);
  return incident === undefined ? `urn:roundtrip:lesson:${packed}` : `urn:roundtrip:incident:${incident}`;
}

/** From this score on a complete lesson is passed: two of its three graded parts. */
export const PASSING_SCORE = 0.6;
