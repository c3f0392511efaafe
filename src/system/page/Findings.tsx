import { useTranslations } from 'use-intl';
import { figuresOf } from '../../model/sweep/effects.ts';
import { valuesOfRun } from '../../model/sweep/metrics.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Finding } from '../diagnosis/finding.ts';
import { findingTexts } from '../diagnosis/finding-text.ts';
import { changeText } from '../diagnosis/options.ts';
import { effectText, limitText } from '../diagnosis/report.ts';
import type { Origin } from '../system.ts';
import { openInLab } from './actions.ts';
import { OriginLine } from './OriginLine.tsx';
import styles from './System.module.css';
import { system } from './system-state.ts';

const NS_PER_US = 1000;

/** Findings in order of effect. */
export function Findings() {
  const all = useTranslations();
  const t = useTranslations('system.findings');
  const { language } = useWords();
  const diagnosis = useStore(system, (state) => state.diagnosis);
  const isRunning = useStore(system, (state) => state.isRunning);
  const subject = useStore(system, (state) => state.subject);
  if (!diagnosis) return null;
  const { findings, done, total } = diagnosis;
  const limit = limitText(diagnosis, language, all);
  return (
    <section className={styles.section} aria-labelledby="system-findings">
      <h2 id="system-findings">{t('title', { count: findings.length })}</h2>
      {limit !== '' && <p>{limit}</p>}
      <MeasuredP99 />
      {isRunning && (
        <div className={styles.actions}>
          <Progress value={total > 0 ? done : undefined} max={Math.max(1, total)} label={t('running')} />
          <span className={styles.soft}>{t('running')}</span>
        </div>
      )}
      {findings.length === 0 && !isRunning && <p>{t(subject?.isServerOnly ? 'noneOfServer' : 'none')}</p>}
      <ol className={styles.findings}>
        {findings.map((finding) => (
          <li key={JSON.stringify([finding.id, finding.facts, finding.change?.edits])}>
            <FindingCard finding={finding} />
          </li>
        ))}
      </ol>
      {subject && !subject.isServerOnly && (
        <p className={styles.actions}>
          <Button onClick={() => openInLab()}>{t('lab')}</Button>
        </p>
      )}
    </section>
  );
}

/** The user's p99 beside that of the model. */
function MeasuredP99() {
  const t = useTranslations('system.findings');
  const words = useWords();
  const diagnosis = useStore(system, (state) => state.diagnosis);
  const subject = useStore(system, (state) => state.subject);
  const reading = useStore(system, (state) => state.reading);
  const seen = reading.observed.p99Ns?.value;
  if (seen === undefined || !subject || !diagnosis?.summary) return null;
  const { p99, isAtLeast } = figuresOf(valuesOfRun(subject.scenario, diagnosis.summary));
  if (p99 === undefined) return null;
  return (
    <p>
      {t('observed', {
        seen: words.duration(seen),
        model: words.duration(p99 * NS_PER_US),
        isAtLeast: isAtLeast ? 'yes' : 'no',
      })}
    </p>
  );
}

/** Values of one line, such as a sentence, have one origin. */
const distinctLines = (origins: readonly Origin[]): readonly Origin[] => [
  ...new Map(
    origins.map((origin) => [
      origin.from === 'line' ? `${origin.piece}:${origin.line}` : JSON.stringify(origin),
      origin,
    ]),
  ).values(),
];

function FindingCard({ finding }: { readonly finding: Finding }) {
  const all = useTranslations();
  const t = useTranslations('system.findings');
  const { language } = useWords();
  const reading = useStore(system, (state) => state.reading);
  const { title, mechanism, change } = findingTexts(finding, language, all);
  const { origins, effect, severity, source } = finding;
  const edits = finding.change?.edits ?? {};
  const options = finding.change?.options ?? [];
  return (
    <article className={styles.finding} data-severity={severity}>
      <h3>{title}</h3>
      <p className={styles.soft}>
        {all(`advice.diagnosis.severities.${severity}`)} · {all(`advice.diagnosis.sources.${source}`)}
      </p>
      <p>{mechanism}</p>
      {distinctLines(origins).map((origin) => (
        <p key={JSON.stringify(origin)}>
          <OriginLine origin={origin} reading={reading} />
        </p>
      ))}
      <p>
        <b>{t('change')}</b> {change}
      </p>
      {options.map((each) => (
        <p key={each.option}>
          <code className={styles.line}>{changeText(each)}</code>
        </p>
      ))}
      {effect && (
        <p>
          <b>{t('effect')}</b> {effectText(effect, language, all)}
        </p>
      )}
      {(Object.keys(edits).length > 0 || finding.change?.present) && (
        <p className={styles.actions}>
          <Button
            variant="small"
            aria-label={t('compareOf', { title })}
            onClick={() => openInLab(edits, finding.change?.present)}
          >
            {t('compare')}
          </Button>
        </p>
      )}
    </article>
  );
}
