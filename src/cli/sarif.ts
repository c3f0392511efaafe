/**
 * Findings as SARIF 2.1.0, the format that code hosts show beside the lines of a change
 * (docs.oasis-open.org/sarif/sarif/v2.1.0).
 */
import type { Translator } from '../lab/why/fact-text.ts';
import type { Language } from '../lib/languages.ts';
import type { Finding } from '../system/diagnosis/finding.ts';
import { findingTexts } from '../system/diagnosis/finding-text.ts';
import { effectText } from '../system/diagnosis/report.ts';
import type { Origin, Reading } from '../system/system.ts';

/** The names of SARIF's levels are those of our severities. */
type Location = Readonly<Record<string, unknown>>;

const placeIn = (file: string, startLine: number): Location => ({
  physicalLocation: {
    artifactLocation: { uri: encodeURI(file.replaceAll('\\', '/')) },
    region: { startLine },
  },
});

function locationOf(origin: Origin, { pieces }: Reading): Location[] {
  if (origin.from !== 'line') return [];
  const name = pieces.find(({ piece }) => piece.id === origin.piece)?.piece.name;
  return name ? [placeIn(name, origin.line)] : [];
}

/** The lines of a finding. GitHub refuses a whole log if one result has no place: the file's first line is that of all others. */
function locationsOf({ origins }: Finding, reading: Reading, file: string): Location[] {
  const found = origins.flatMap((origin) => locationOf(origin, reading));
  return found.length > 0 ? found : [placeIn(file, 1)];
}

/** A SARIF log with one run. @param file where findings of the model are shown, which follow from no single line */
export function sarifOf(
  findings: readonly Finding[],
  reading: Reading,
  file: string,
  language: Language,
  t: Translator,
): unknown {
  const rules = [...new Map(findings.map((finding) => [finding.id, finding])).values()];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Roundtrip',
            rules: rules.map((finding) => ({
              id: finding.id,
              shortDescription: { text: findingTexts(finding, language, t).title },
            })),
          },
        },
        results: findings.map((finding) => {
          const { title, mechanism, change } = findingTexts(finding, language, t);
          const effect = finding.effect ? ` ${effectText(finding.effect, language, t)}.` : '';
          return {
            ruleId: finding.id,
            ruleIndex: rules.findIndex(({ id }) => id === finding.id),
            level: finding.severity,
            message: { text: `${title}. ${mechanism} ${change}${effect}` },
            locations: locationsOf(finding, reading, file),
          };
        }),
      },
    ],
  };
}
