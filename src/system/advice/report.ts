/** The report of an advice: Markdown, for a download of the page and for the command line. */
import type { Translator } from '../../lab/why/fact-text.ts';
import { formatCount, formatDuration, formatNumber, formatShare } from '../../lib/format.ts';
import { formatList, type Language } from '../../lib/languages.ts';
import { getAt } from '../../model/scenario/patch.ts';
import type { Estimate } from '../../model/sweep/statistics.ts';
import { optionText } from '../diagnosis/option-text.ts';
import type { NamedChange } from '../diagnosis/options.ts';
import type { Advice } from './advise.ts';
import { byHandByReason, type Changed } from './changes.ts';
import { conditionText, type GoalMetric, unitOfGoal } from './goal.ts';
import { type Outcome, verdictOf } from './outcome.ts';
import type { Robustness } from './robust.ts';

const NS_PER_US = 1000;

/** A value of a metric with its unit. */
export function goalValueText(metric: GoalMetric, value: number, language: Language): string {
  switch (unitOfGoal(metric)) {
    case 'us':
      return formatDuration(value * NS_PER_US, language);
    case '1/s':
      return `${formatNumber(value, language)}/s`;
    case 'share':
      return formatShare(value, language);
  }
}

/** An estimate with its interval. */
export function estimateText(metric: GoalMetric, estimate: Estimate | undefined, language: Language): string {
  if (!estimate) return '–';
  const value = goalValueText(metric, estimate.mean, language);
  if (estimate.isAtLeast) return `≥ ${value}`;
  return estimate.half ? `${value} ± ${goalValueText(metric, estimate.half, language)}` : value;
}

/** The changes of a configuration: options in the library's own names, and settings that have none. */
export function changeTexts(
  { edits, scenario }: Outcome,
  options: readonly NamedChange[],
  nameOf: (path: string) => string = (path) => path,
): string[] {
  const unnamed = Object.keys(edits).filter((path) => !options.some((option) => option.path === path));
  return [
    ...options.map(({ option, to, units }) => `${option}: ${optionText(to, units)}`),
    ...unnamed.map((path) => `${nameOf(path)}: ${String(getAt(scenario, path))}`),
  ];
}

function changesText(outcome: Outcome, options: readonly NamedChange[], t: Translator): string {
  const changes = changeTexts(outcome, options).map((change) => change.replace(/^[^:]+/, '`$&`'));
  return changes.length > 0 ? changes.join(', ') : t('advice.report.unchanged');
}

export interface ReportInput {
  readonly advice: Advice;
  readonly language: Language;
  readonly t: Translator;
  /** The library's own names of the changes of a configuration. */
  readonly optionsOf?: (outcome: Outcome) => readonly NamedChange[];
  /** The pieces with the advised change. */
  readonly changed?: Changed;
}

const heading = (level: number, text: string): string => `${'#'.repeat(level)} ${text}`;

const item = (text: string): string => `- ${text}`;

const table = (rows: readonly (readonly string[])[]): string[] =>
  rows.flatMap((row, index) => [
    `| ${row.join(' | ')} |`,
    ...(index === 0 ? [`|${row.map(() => '---').join('|')}|`] : []),
  ]);

/** Between which factors of a quantity the goal is met. */
export function holdsText(
  { what, holdsFrom, holdsTo, uncertainty, isCovered }: Robustness,
  language: Language,
  t: Translator,
): string {
  if (holdsFrom === null) return t('advice.report.breaks', { what });
  const factor = (value: number | null) => formatShare(value ?? 0, language);
  return t('advice.report.holds', {
    ...{ what, from: factor(holdsFrom), to: factor(holdsTo), uncertainty: factor(uncertainty - 1) },
    isCovered: isCovered ? 'yes' : 'no',
  });
}

export function adviceReport({ advice, language, t, optionsOf = () => [], changed }: ReportInput): string {
  const { goal, now, smallest, sturdy, best, frontier, robust } = advice;
  const columns = ['configuration', 'change', 'p99', 'throughput', 'connections', 'cores', 'goal'] as const;
  const head = columns.map((column) => t(`advice.report.columns.${column}`));
  const row = (name: string, outcome: Outcome): string[] => [
    name,
    changesText(outcome, optionsOf(outcome), t),
    estimateText('p99', outcome.metrics.p99, language),
    estimateText('throughput', outcome.metrics.throughput, language),
    formatCount(outcome.connections, language),
    formatNumber(outcome.cores, language),
    t('advice.report.isMet', verdictOf(outcome)),
  ];
  const shown = [
    { name: 'now', outcome: now },
    { name: 'smallest', outcome: smallest },
    { name: 'sturdy', outcome: sturdy },
    { name: 'best', outcome: best },
  ] as const;
  const named = shown.flatMap(({ name, outcome }) =>
    outcome ? [row(t(`advice.report.rows.${name}`), outcome)] : [],
  );
  const goalText = [...goal.conditions.map(conditionText), ...(goal.objective ? [goal.objective] : [])].join(
    ', ',
  );
  const load = goal.ratePerSec === undefined ? '' : ` @ ${formatNumber(goal.ratePerSec, language)}/s`;
  return [
    heading(1, t('advice.report.title')),
    '',
    t('advice.report.goal', { goal: `${goalText}${load}` }),
    '',
    ...(smallest || goal.conditions.length === 0 ? [] : [t('advice.report.none'), '']),
    ...table([head, ...named]),
    '',
    t('advice.report.seeds', { seeds: now?.metrics.throughput?.count ?? 0 }),
    t('advice.report.model'),
    ...(robust.length > 0 ? ['', heading(2, t('advice.report.robust')), ''] : []),
    ...robust.map((robustness) => item(holdsText(robustness, language, t))),
    ...(frontier.length > 1
      ? [
          '',
          heading(2, t('advice.report.frontier')),
          '',
          ...table([head.slice(1), ...frontier.map((each) => row('', each).slice(1))]),
        ]
      : []),
    ...changedText(changed, language, t),
    '',
  ].join('\n');
}

function changedText(changed: Changed | undefined, language: Language, t: Translator): string[] {
  if (!changed || changed.pieces.length + changed.byHand.length === 0) return [];
  return [
    '',
    heading(2, t('advice.report.diff')),
    ...changed.pieces.flatMap(({ diff }) => ['', '```diff', diff.trimEnd(), '```']),
    ...byHandByReason(changed).flatMap(([reason, changes]) => {
      const options = changes.map(({ option, to, units }) => `\`${option}\` = ${optionText(to, units)}`);
      return ['', t('advice.report.byHand', { reason, options: formatList(language, options) })];
    }),
  ];
}
