import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../lab/link/link.ts';
import { saveText } from '../../lib/download.ts';
import { formatList } from '../../lib/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { type Advice, advisedIn } from '../advice/advise.ts';
import { byHandByReason, type Changed } from '../advice/changes.ts';
import { type Outcome, verdictOf } from '../advice/outcome.ts';
import { adviceReport, changeTexts, estimateText, holdsText } from '../advice/report.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { optionText } from '../diagnosis/option-text.ts';
import { optionsOf } from '../diagnosis/options.ts';
import { changedTexts, linkTo, openInLab } from './actions.ts';
import { FrontierChart } from './FrontierChart.tsx';
import styles from './System.module.css';

interface AdviceResultProps {
  readonly advice: Advice;
  readonly subject: Subject;
  readonly isDone: boolean;
}

/** The advised configurations, what they cost, how far they hold, and the changed text. */
export function AdviceResult({ advice, subject, isDone }: AdviceResultProps) {
  const all = useTranslations();
  const { language, labelOf } = useWords();
  const changeOf = useCallback(
    (outcome: Outcome) => {
      const options = optionsOf(subject, outcome.edits);
      const texts = changeTexts(outcome, options, (path) => labelOf(path) ?? path);
      return texts.length > 0 ? formatList(language, texts) : all('advice.report.unchanged');
    },
    [subject, language, labelOf, all],
  );
  return (
    <>
      {isDone && advice.goal.conditions.length > 0 && !advice.smallest && <p>{all('advice.report.none')}</p>}
      <Outcomes advice={advice} changeOf={changeOf} />
      {isDone && (
        <>
          {advice.robust.length > 0 && (
            <ul className={styles.robust} aria-label={all('advice.report.robust')}>
              {advice.robust.map((robustness) => (
                <li key={robustness.what}>{holdsText(robustness, language, all)}</li>
              ))}
            </ul>
          )}
          <FrontierChart advice={advice} changeOf={changeOf} />
          <ChangedText advice={advice} subject={subject} />
        </>
      )}
    </>
  );
}

interface OutcomesProps {
  readonly advice: Advice;
  readonly changeOf: (outcome: Outcome) => string;
}

function Outcomes({ advice, changeOf }: OutcomesProps) {
  const t = useTranslations('advice.report');
  const { language, count, number } = useWords();
  const rows = (['now', 'smallest', 'sturdy', 'best'] as const).flatMap((name) => {
    const outcome = advice[name];
    return outcome ? [{ name, outcome }] : [];
  });
  if (rows.length === 0) return null;
  const columns = ['configuration', 'change', 'p99', 'throughput', 'connections', 'cores', 'goal'] as const;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it where it is wider than the page */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('title')}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, outcome }) => (
              <tr key={name}>
                <th scope="row">{t(`rows.${name}`)}</th>
                <td>{changeOf(outcome)}</td>
                <td>{estimateText('p99', outcome.metrics.p99, language)}</td>
                <td>{estimateText('throughput', outcome.metrics.throughput, language)}</td>
                <td>{count(outcome.connections)}</td>
                <td>{number(outcome.cores)}</td>
                <td>{t('isMet', verdictOf(outcome))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.soft}>
        {t('seeds', { seeds: advice.now?.metrics.throughput?.count ?? 0 })} {t('model')}
      </p>
    </>
  );
}

const NOTHING: Changed = { pieces: [], byHand: [] };

/** The pasted text with the advised change, and what can be done with it. */
function ChangedText({ advice, subject }: { readonly advice: Advice; readonly subject: Subject }) {
  const all = useTranslations();
  const t = useTranslations('system.advice');
  const { language } = useWords();
  const advised = advisedIn(advice);
  const hasChange = advised !== null && Object.keys(advised.edits).length > 0;
  const [changed, setChanged] = useState<Changed>();
  useEffect(() => {
    let isWanted = true;
    setChanged(undefined);
    (hasChange ? changedTexts(subject, advised.edits) : Promise.resolve(NOTHING)).then((texts) => {
      if (isWanted) setChanged(texts);
    });
    return () => {
      isWanted = false;
    };
  }, [subject, advised, hasChange]);
  if (!changed) return null;
  const copy = async (text: string | undefined) =>
    announce(t(text !== undefined && (await copyText(text)) ? 'copied' : 'notCopied'), { isVisible: true });
  const report = () =>
    saveText(
      'roundtrip-advice.md',
      adviceReport({
        ...{ advice, language, t: all, changed },
        optionsOf: ({ edits }) => optionsOf(subject, edits),
      }),
      'text/markdown',
    );
  const diff = changed.pieces.map((piece) => piece.diff).join('\n');
  return (
    <>
      {hasChange && <h3>{all('advice.report.diff')}</h3>}
      {changed.pieces.map(({ piece, text, diff: own }) => (
        <div key={piece.id} className={styles.field}>
          <Diff text={own} />
          <p className={styles.actions}>
            <Button variant="small" onClick={() => void copy(text)}>
              {t('copy')}
            </Button>
          </p>
        </div>
      ))}
      {byHandByReason(changed).map(([reason, changes]) => (
        <p key={reason}>
          {all('advice.report.byHand', {
            reason,
            options: formatList(
              language,
              changes.map(({ option, to, units }) => `${option} = ${optionText(to, units)}`),
            ),
          })}
        </p>
      ))}
      <p className={styles.actions}>
        {diff !== '' && <Button onClick={() => void copy(diff)}>{t('copyDiff')}</Button>}
        {hasChange && (
          <>
            <Button onClick={() => openInLab(advised.edits)}>{t('lab')}</Button>
            <Button onClick={async () => copy(await linkTo(advised.edits))}>{t('copyLink')}</Button>
          </>
        )}
        <Button onClick={report}>{t('report')}</Button>
      </p>
    </>
  );
}

/** A diff whose lines are also distinguished by colour. */
function Diff({ text }: { readonly text: string }) {
  return (
    <pre className={styles.source}>
      {text
        .trimEnd()
        .split('\n')
        .map((line, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text may be equal
            key={index}
            className={styles.diffLine}
            data-sign={/^(---|\+\+\+)/.test(line) ? undefined : line.slice(0, 1)}
          >
            {line === '' ? ' ' : line}
          </span>
        ))}
    </pre>
  );
}
