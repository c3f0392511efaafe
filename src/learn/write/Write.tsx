import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Reading } from '../lessons/custom-lesson.ts';
import { judgeOwnLesson } from './custom-lesson.ts';
import {
  bringBack,
  keepMine,
  learnDraft,
  replaceDraft,
  takeOther,
  writeDraft,
} from './custom-lesson-draft.ts';
import { Preview } from './Preview.tsx';
import { Beginnings, Toolbar, takeFile } from './Toolbar.tsx';
import { useDraft } from './use-draft.ts';
import styles from './Write.module.css';

/** The parts of a lesson's text, by their names in it. */
const PARTS = {
  title: 'title, goal, author, language',
  runs: 'runs',
  stage: 'stage',
  predict: 'predict',
  reveal: 'reveal',
  see: 'reveal.see',
  vary: 'reveal.vary',
  check: 'reveal.check',
  transfer: 'reveal.transfer',
  sections: '## hook, ## predict …',
  options: '### predict.name',
  because: '### predict.name.because',
  figures: '{{rate qps(run)}}',
} as const;

const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** A table of the parts of a lesson. */
function WriteHelp() {
  const t = useTranslations('write.help');
  return (
    <details className={styles.help}>
      <summary>{t('title')}</summary>
      <p>{t('shape')}</p>
      <dl>
        {NAMES.map((name) => (
          <div key={name}>
            <dt>
              <code>{PARTS[name]}</code>
            </dt>
            <dd>{t(`part.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('kinds')}</p>
      <p>{t('lock')}</p>
    </details>
  );
}

/**
 * Moves the caret to a line, and shows it.
 * @param line from 1
 */
function goToLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  // A field scrolls to its selection only when it gets the focus.
  field.blur();
  field.setSelectionRange(from, from);
  field.focus();
  field.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}

interface FaultListProps {
  readonly faults: readonly Problem[];
  /** The text field. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** The faults of the text, each with a link to its line. */
function FaultList({ faults, field }: FaultListProps) {
  const t = useTranslations('write.faults');
  return (
    <section className={styles.faults} aria-labelledby="lesson-faults">
      <h2 id="lesson-faults">{t('title', { count: faults.length })}</h2>
      <ProblemList
        problems={faults}
        wayOut={({ line }) =>
          typeof line === 'number' && (
            <Button variant="small" onClick={() => field.current && goToLine(field.current, line)}>
              {t('line', { line })}
            </Button>
          )
        }
      />
    </section>
  );
}

/** Pause in typing before the lesson is parsed again, ms. */
const PAUSE_MS = 500;

/** The parsed text, shortly after its last change. */
function useReading(text: string): Reading | undefined {
  const [reading, setReading] = useState<Reading>();
  useEffect(() => {
    let isWanted = true;
    if (text.trim() === '') return setReading(undefined);
    const timer = setTimeout(() => {
      judgeOwnLesson(text)
        .catch((error: unknown): Reading => {
          const detail = error instanceof Error ? error.message : String(error);
          const faults = [{ code: 'ENG-03', path: '', detail } as const];
          return { own: undefined, faults, located: (fault) => fault };
        })
        .then((next) => isWanted && setReading(next));
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  return reading;
}

/** The lesson editor: the text on the left, the lesson on the right. */
export function Write() {
  const t = useTranslations('write');
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, isKept } = useStore(learnDraft);
  const reading = useReading(text);
  useDraft();
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <div className={styles.editor}>
        <header className={styles.header}>
          <Link href="/learn">{t('back')}</Link>
          <h1>{t('title')}</h1>
          <p className={styles.note}>{t('intro')}</p>
        </header>
        <OtherTab />
        <FileDrop label={t('place')} onFiles={([file]) => void takeFile(file, t('notText'))}>
          <Toolbar text={text} title={reading?.own?.title} hasFaults={(reading?.faults.length ?? 0) > 0} />
          <label className={styles.label} htmlFor="lesson-text">
            {t('label')}
          </label>
          <textarea
            ref={field}
            id="lesson-text"
            className={styles.text}
            spellCheck={false}
            aria-describedby="lesson-kept"
            value={text}
            onChange={(event) => writeDraft(event.target.value)}
          />
          <p id="lesson-kept" className={styles.note} data-wrong={!isKept}>
            {t(isKept ? 'kept' : 'notKept')}
          </p>
        </FileDrop>
        {reading && <FaultList faults={reading.faults} field={field} />}
        <WriteHelp />
      </div>
      {text.trim() === '' ? (
        <section className={styles.empty} aria-labelledby="begin-title">
          <h2 id="begin-title">{t('begin.title')}</h2>
          <p>{t('begin.intro')}</p>
          <Beginnings onText={replaceDraft} />
        </section>
      ) : (
        <Preview own={reading?.own} isBroken={reading !== undefined && reading.own === undefined} />
      )}
    </div>
  );
}

/** The former text, and the text of another tab: nothing is replaced without undo. */
function OtherTab() {
  const t = useTranslations('write.other');
  const { former, other } = useStore(learnDraft);
  if (other !== undefined) {
    return (
      <div className={styles.other} role="alert">
        <p>{t('changed')}</p>
        <p className={styles.actions}>
          <Button variant="small" onClick={takeOther}>
            {t('take')}
          </Button>
          <Button variant="small" onClick={keepMine}>
            {t('mine')}
          </Button>
        </p>
      </div>
    );
  }
  if (former === undefined) return null;
  return (
    <p className={styles.note}>
      {t('former')}{' '}
      <Button variant="small" onClick={bringBack}>
        {t('bringBack')}
      </Button>
    </p>
  );
}
