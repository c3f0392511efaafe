/** The report of a diagnosis: Markdown, for the command line and a download of the page. */
import type { Translator } from '../../lab/why/fact-text.ts';
import { factTexts } from '../../lab/why/fact-text.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/languages.ts';
import { libraryById } from '../../model/libraries/library.ts';
import type { Origin, Reading } from '../system.ts';
import type { Diagnosis } from './diagnose.ts';
import type { Effect, Finding } from './finding.ts';
import { findingTexts } from './finding-text.ts';
import { changeText } from './options.ts';

const NS_PER_US = 1000;

/** Where a finding comes from: `application.yml:12: max-active: 64`. */
export function originText(origin: Origin, { pieces }: Reading, t: Translator): string {
  switch (origin.from) {
    case 'line': {
      const name = pieces.find(({ piece }) => piece.id === origin.piece)?.piece.name ?? '';
      return `${name === '' ? '-' : name}:${origin.line}: ${origin.text.trim()}`;
    }
    case 'default':
      return t('advice.diagnosis.byDefault', {
        library: libraryById(origin.library)?.name ?? origin.library,
        ...{ version: origin.version, key: origin.key },
      });
    default:
      return t('advice.diagnosis.byAnswer', {
        question: origin.question,
        isAssumed: origin.from === 'proposal' ? 'yes' : 'no',
      });
  }
}

/** Before and after with the interval of the difference. */
export function effectText(effect: Effect, language: Language, t: Translator): string {
  const { metric, before, after, low, high, isAtLeast } = effect;
  const value = (number: number) =>
    metric === 'throughput'
      ? `${formatNumber(number, language)}/s`
      : formatDuration(number * NS_PER_US, language);
  // Runs without any randomness are equal for every seed.
  const hasInterval = low !== null && high !== null && low < high;
  return t('advice.diagnosis.effectOf', {
    ...{ metric, before: value(before), after: value(after) },
    isAtLeast: isAtLeast ? 'yes' : 'no',
    hasInterval: hasInterval ? 'yes' : 'no',
    low: hasInterval ? value(low) : '',
    high: hasInterval ? value(high) : '',
  });
}

/** The bottleneck in one sentence, without the marks of the page. */
export function limitText({ limit }: Diagnosis, language: Language, t: Translator): string {
  if (!limit) return '';
  const plain = (chunks: string) => chunks;
  const marks = { busyShare: plain, lentShare: plain, onWire: plain, answerTime: plain };
  return t.markup(`why.limits.${limit.id}`, { ...factTexts(limit.facts, language, t), ...marks });
}

const labelled = (label: string, text: string): string => `${label}: ${text}`;

function findingText(finding: Finding, reading: Reading, language: Language, t: Translator): string[] {
  const { title, mechanism, change } = findingTexts(finding, language, t);
  const { origins, effect, severity, source } = finding;
  const options = finding.change?.options ?? [];
  const edits = Object.entries(finding.change?.edits ?? {});
  const details =
    options.length > 0 ? options.map(changeText) : edits.map(([path, to]) => `${path} = ${String(to)}`);
  const level = t(`advice.diagnosis.severities.${severity}`);
  const from = t(`advice.diagnosis.sources.${source}`);
  return [
    t('advice.diagnosis.finding', { title, severity: level, source: from }),
    mechanism,
    ...origins.map((origin) => labelled(t('advice.diagnosis.evidence'), originText(origin, reading, t))),
    labelled(
      t('advice.diagnosis.change'),
      `${change}${details.length > 0 ? ` (${details.join('; ')})` : ''}`,
    ),
    ...(effect ? [labelled(t('advice.diagnosis.effect'), effectText(effect, language, t))] : []),
  ];
}

export function diagnosisReport(
  diagnosis: Diagnosis,
  reading: Reading,
  language: Language,
  t: Translator,
): string {
  const limit = limitText(diagnosis, language, t);
  const { findings } = diagnosis;
  const title = t('advice.diagnosis.title');
  return [
    `# ${title}`,
    ...(limit === '' ? [] : ['', limit]),
    ...(findings.length === 0 ? ['', t('advice.diagnosis.none')] : []),
    ...findings.flatMap((finding, index) => {
      const [first = '', ...rest] = findingText(finding, reading, language, t);
      return ['', `${index + 1}. ${first}`, ...rest.map((line) => `   ${line}`)];
    }),
    '',
  ].join('\n');
}
