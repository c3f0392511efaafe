import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { BUSY } from '../../model/explain/finding.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { nameOf } from '../../model/explain/shared-cores.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Comparability, comparabilityOf } from '../results/comparability.ts';
import { boundText, type Figure, figureText } from '../results/rows.ts';
import { pairVerdict, type RunPair } from '../results/verdict.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import { type Chip, useChips } from '../settings/use-chips.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

type Level = Comparability<Chip>['level'];

export interface VerdictProps {
  /** The differences are those that the author of a lesson chose: all is compared. */
  readonly isCompared?: boolean;
}

/** The runs in one sentence: the better side, or the bottleneck of the only visible one. */
export function Verdict({ isCompared = false }: VerdictProps) {
  const t = useTranslations('lab.verdict');
  const level = useLevel();
  const { a, b } = useStore(run);
  const shown = useShownSides().map((side) => ({ a, b })[side]);
  const ofPair = usePairSentence();
  const ofOne = useBottleneckSentence();
  const summaries = shown.flatMap(({ summary }) => summary ?? []);
  const [first, second] = summaries;
  const isStale = shown.some((side) => side.isStale);
  // The list of differences says why there is no verdict.
  if (second && !isCompared && level === 'nothing') return null;
  const text =
    first === undefined || summaries.length < shown.length
      ? t('simulating')
      : second
        ? ofPair([first, second], isCompared || level === 'nothing' ? 'all' : level)
        : ofOne(first);
  return (
    <p className={styles.verdict} data-verdict data-stale={isStale}>
      {text}
    </p>
  );
}

/** What of A and B may be compared. */
function useLevel(): Level {
  const { a, b } = useStore(experiment);
  const chips = useChips(a?.scenario, b?.scenario);
  return useMemo(
    () => (a && b ? comparabilityOf(chips, a.scenario, b.scenario).level : 'all'),
    [a, b, chips],
  );
}

function usePairSentence(): (pair: RunPair, level: Exclude<Level, 'nothing'>) => string {
  const t = useTranslations('lab.verdict');
  const words = useWords();
  // A bound is not torn from its sign at the end of a line.
  const time = (figure: Figure) =>
    boundText(figureText('time', figure.value, words, ''), figure).replaceAll(' ', '\u00a0');
  return (pair, level) => {
    const verdict = pairVerdict(pair, level);
    const { id } = verdict;
    return t(id, {
      side: 'side' in verdict ? verdict.side.toUpperCase() : '',
      per: 'per' in verdict ? verdict.per : '',
      times: 'times' in verdict ? words.number(verdict.times) : '',
      p99: 'p99' in verdict ? time(verdict.p99.own) : '',
      others: 'p99' in verdict ? time(verdict.p99.others) : '',
    });
  };
}

function useBottleneckSentence(): (summary: RunResult) => string {
  const t = useTranslations('lab.verdict');
  const resources = useTranslations('results.resources');
  const words = useWords();
  return (summary) => {
    const { busiest } = summary;
    if (!busiest) return t('idle');
    return t(busiest.utilisation >= BUSY ? 'full' : 'notFull', {
      resource: resources(nameOf(summary, busiest.resource)),
      share: words.percent(busiest.utilisation),
    });
  };
}
