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

function locationOf(origin: Origin, { pieces }: Reading): Location[] {
  if (origin.from !== 'line') return [];
  const name = pieces.find(({ piece }) => piece.id === origin.piece)?.piece.name;
  if (!name) return [];
  const uri = encodeURI(name.replaceAll('\\', '/'));
  return [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: origin.line } } }];
}

/** A SARIF log with one run. Findings of counters and of the model have no line, so they have no location. */
export function sarifOf(
  findings: readonly Finding[],
  reading: Reading,
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
            locations: finding.origins.flatMap((origin) => locationOf(origin, reading)),
          };
        }),
      },
    ],
  };
}
