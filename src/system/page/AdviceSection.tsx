import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../lab/link/link.ts';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Advice } from '../advice/advise.ts';
import { changedPieces } from '../advice/changed.ts';
import type { Outcome } from '../advice/outcome.ts';
import { adviceReport, estimateText } from '../advice/report.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { optionsOf } from '../diagnosis/options.ts';
import { askAdvice, knobsOf, openInLab } from './actions.ts';
import styles from './System.module.css';
import { system } from './system-state.ts';

/** Goals to begin with, in the words that the field reads. */
const GOALS = ['p99<10ms', 'fewest connections', 'least CPU', 'most throughput'];

/** A goal, and the smallest change that meets it. */
export function AdviceSection({ subject }: { readonly subject: Subject }) {
  const t = useTranslations('system.advice');
  const names = useId();
  const { goal, advice, isAdvising } = useStore(system);
  const [draft, setDraft] = useState(goal);
  const [wrong, setWrong] = useState<string>();
  if (knobsOf(subject.scenario).length === 0) return null;
  const ask = async () => setWrong(await askAdvice(draft));
  return (
    <section className={styles.section} aria-labelledby={`${names}-title`}>
      <h2 id={`${names}-title`}>{t('title')}</h2>
      <p className={styles.soft}>{t('intro')}</p>
      <form
        className={styles.actions}
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <label htmlFor={names}>{t('goal')}</label>
        <input
          id={names}
          className={styles.goal}
          list={`${names}-goals`}
          value={draft}
          aria-invalid={wrong !== undefined}
          onChange={({ target }) => setDraft(target.value)}
        />
        <datalist id={`${names}-goals`}>
          {GOALS.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
        <Button variant="strong" type="submit">
          {t('search')}
        </Button>
      </form>
      {wrong !== undefined && <p className={styles.wrong}>{t('unread', { part: wrong })}</p>}
      {isAdvising && (
        <div className={styles.actions}>
          <Progress value={undefined} max={1} label={t('searching', { count: advice?.done ?? 0 })} />
          <span className={styles.soft}>{t('searching', { count: advice?.done ?? 0 })}</span>
        </div>
      )}
      {advice && <Result advice={advice} subject={subject} isDone={!isAdvising} />}
    </section>
  );
}

interface ResultProps {
  readonly advice: Advice;
  readonly subject: Subject;
  readonly isDone: boolean;
}

function Result({ advice, subject, isDone }: ResultProps) {
  const all = useTranslations();
  const t = useTranslations('system.advice');
  const { language, count } = useWords();
  const advised = advice.sturdy ?? advice.smallest ?? advice.best;
  const rows = (['now', 'smallest', 'sturdy', 'best'] as const).flatMap((name) => {
    const outcome = advice[name];
    return outcome ? [{ name, outcome }] : [];
  });
  const hasChange = advised !== null && Object.keys(advised.edits).length > 0;
  const changed = hasChange ? changedPieces(subject, advised.edits) : { pieces: [], byHand: [] };
  const named = (outcome: Outcome) => optionsOf(subject, outcome.edits);
  const report = () =>
    saveText(
      'roundtrip-advice.md',
      adviceReport({ advice, language, t: all, optionsOf: named, changed }),
      'text/markdown',
    );
  const copy = async (text: string) =>
    announce(t((await copyText(text)) ? 'copied' : 'notCopied'), { isVisible: true });
  return (
    <>
      {isDone && advice.goal.conditions.length > 0 && !advice.smallest && <p>{all('advice.report.none')}</p>}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{all('advice.report.columns.configuration')}</th>
              <th scope="col">{all('advice.report.columns.change')}</th>
              <th scope="col">{all('advice.report.columns.p99')}</th>
              <th scope="col">{all('advice.report.columns.throughput')}</th>
              <th scope="col">{all('advice.report.columns.connections')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, outcome }) => (
              <tr key={name}>
                <th scope="row">{all(`advice.report.rows.${name}`)}</th>
                <td>{changeText(outcome, named(outcome)) || all('advice.report.unchanged')}</td>
                <td>{estimateText('p99', outcome.metrics.p99, language)}</td>
                <td>{estimateText('throughput', outcome.metrics.throughput, language)}</td>
                <td>{count(outcome.connections)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isDone && (
        <>
          {changed.pieces.map(({ piece, text, diff }) => (
            <div key={piece.id}>
              <pre className={styles.source}>{diff}</pre>
              <Button variant="small" onClick={() => void copy(text)}>
                {t('copy')}
              </Button>
            </div>
          ))}
          <p className={styles.actions}>
            {hasChange && <Button onClick={() => openInLab(advised.edits)}>{t('lab')}</Button>}
            <Button onClick={report}>{t('report')}</Button>
          </p>
        </>
      )}
    </>
  );
}

const changeText = (
  { edits }: Outcome,
  options: readonly { readonly option: string; readonly to: unknown }[],
) =>
  options.length > 0
    ? options.map(({ option, to }) => `${option}: ${String(to)}`).join(', ')
    : Object.entries(edits)
        .map(([path, value]) => `${path}: ${String(value)}`)
        .join(', ');
