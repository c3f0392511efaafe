import { useTranslations } from 'use-intl';
import { BUSY } from '../../model/explain/busiest.ts';
import type { RunResult } from '../../model/explain/run-result.ts';
import { nameOf } from '../../model/explain/shared-cores.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { boundText, type Figure, figureText } from '../results/rows.ts';
import { pairVerdict, type RunPair } from '../results/verdict.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

/** The runs in one sentence: the better side, or the bottleneck of the only visible one. */
export function Verdict() {
  const t = useTranslations('lab.verdict');
  const { a, b } = useStore(run);
  const shown = useShownSides().map((side) => ({ a, b })[side]);
  const ofPair = usePairSentence();
  const ofOne = useBottleneckSentence();
  const summaries = shown.flatMap(({ summary }) => summary ?? []);
  const [first, second] = summaries;
  const isStale = shown.some((side) => side.isStale);
  const text =
    first === undefined || summaries.length < shown.length
      ? t('simulating')
      : second
        ? ofPair([first, second])
        : ofOne(first);
  return (
    <p className={styles.verdict} data-verdict data-stale={isStale}>
      {text}
    </p>
  );
}

function usePairSentence(): (pair: RunPair) => string {
  const t = useTranslations('lab.verdict');
  const words = useWords();
  // A bound is not torn from its sign at the end of a line.
  const time = (figure: Figure) =>
    boundText(figureText('time', figure.value, words, ''), figure).replaceAll(' ', '\u00a0');
  return (pair) => {
    const verdict = pairVerdict(pair);
    const { id } = verdict;
    return t(id, {
      side: 'side' in verdict ? verdict.side.toUpperCase() : '',
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
