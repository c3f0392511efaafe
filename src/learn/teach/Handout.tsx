import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { isOnThisMachine } from '../../lab/link/share.ts';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { styleSingleton } from '../../ui/style-singleton.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { LessonPicture } from '../lesson/LessonPicture.tsx';
import { learn } from '../lesson/learn-state.ts';
import { useLessonGoal, useLessonTitle, useUnits } from '../lesson/lesson-words.ts';
import { Prose } from '../lesson/Prose.tsx';
import { lessonNamed } from '../lessons/course.ts';
import type { Lesson, Question, QuestionName, Reveal } from '../lessons/lesson.ts';
import { AnswerKey, PaperCurve, Part } from './AnswerKey.tsx';
import styles from './Handout.module.css';
import { lessonAddress } from './teach-windows.ts';
import { letterOf } from './use-class-answers.ts';

export interface HandoutProps {
  readonly id: string;
  /** Whether it is the teacher's sheet, with the answers. */
  readonly isKey: boolean;
}

/** Only while a sheet is shown: other pages keep the printer's defaults. */
const PAPER = '@page { size: A4; margin: 10mm 13mm; }';
const Paper = styleSingleton();

/** A lesson on one sheet of paper: for students with empty fields, for the teacher with the answers. */
export function Handout({ id, isKey }: HandoutProps) {
  const t = useTranslations('teach.handout');
  const title = useLessonTitle()(id);
  const goal = useLessonGoal()(id);
  const { lesson, reveal, isCounted } = useStore(learn);
  const name = t(isKey ? 'key' : 'title');
  usePageTitle(`${title} · ${name}`);
  if (!lesson || !reveal) return null;
  return (
    <div className={styles.desk}>
      <Paper styles={PAPER} />
      <p className={styles.tools}>
        <Link href="/teach">{t('back')}</Link>
        <Link href={`/teach/${id}/${isKey ? 'handout' : 'key'}`}>{t(isKey ? 'title' : 'key')}</Link>
        <Button variant="strong" onClick={() => print()}>
          {t('print')}
        </Button>
      </p>
      <article className={styles.sheet} data-key={isKey} data-counted={isCounted}>
        <header className={styles.header}>
          <div>
            <p className={styles.kind}>
              {t('of', { number: lessonNamed(id)?.number ?? 0 })} · {name}
            </p>
            <h1>{title}</h1>
            <p>{goal}</p>
          </div>
          <Code id={id} />
        </header>
        {isKey ? (
          <AnswerKey lesson={lesson} reveal={reveal} />
        ) : (
          <ToFillIn id={id} lesson={lesson} reveal={reveal} />
        )}
      </article>
    </div>
  );
}

/** The link from the paper to the lesson. */
function Code({ id }: { readonly id: string }) {
  const t = useTranslations('teach.handout');
  // An address of this machine is of no use on paper.
  if (isOnThisMachine()) return <p className={styles.local}>{t('local')}</p>;
  const address = lessonAddress(id, undefined);
  return (
    <figure className={styles.code}>
      <QrCode text={address} label={t('code')} />
      <figcaption>{address.replace(/^https?:\/\//, '')}</figcaption>
    </figure>
  );
}

interface ToFillInProps {
  readonly id: string;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

function ToFillIn({ id, lesson, reveal }: ToFillInProps) {
  const t = useTranslations('teach.handout');
  const step = useTranslations('learn.step');
  return (
    <>
      <p className={styles.names}>
        <span>{t('name')}</span>
        <span>{t('date')}</span>
      </p>
      <div className={styles.diagram}>
        <LessonPicture id={id} theme="light" />
      </div>
      <Part title={step('hook')}>
        <Prose section="hook" />
      </Part>
      <Part title={step('predict')}>
        <Prose section="predict" />
        <Blank name="predict" question={lesson.predict} />
      </Part>
      <Part title={step('see')}>
        <Prose section="see" />
        <Blank name="see" question={reveal.see.question} />
      </Part>
      <Part title={t('because')}>
        <Prose section="explain" />
        {/* With many settings there is room for less text. */}
        <Lines count={reveal.vary.knobs.length > 2 ? 2 : 3} />
      </Part>
      <Part title={step('vary')}>
        <KnobTable paths={reveal.vary.knobs} />
      </Part>
    </>
  );
}

/** Empty lines. */
function Lines({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: empty lines have no other name
    <div key={line} className={styles.line} />
  ));
}

interface BlankProps {
  readonly name: QuestionName;
  readonly question: Question;
}

/** Empty field for an answer: to tick, write, order or draw. */
function Blank({ name, question }: BlankProps) {
  const t = useTranslations('teach.question');
  const text = useUnits();
  if (question.kind === 'curve') return <PaperCurve name={name} question={question} />;
  if (question.kind === 'number')
    return (
      <p className={styles.number}>
        {t('number', { from: text(question.unit, question.min), to: text(question.unit, question.max) })}
        <span />
      </p>
    );
  const list =
    question.kind === 'choice'
      ? question.options
      : question.kind === 'ranking'
        ? question.items
        : question.parts;
  return (
    <>
      {question.kind !== 'choice' && <p>{t(question.kind)}</p>}
      <ul className={styles.options} data-kind={question.kind}>
        {list.map((option, place) => (
          <li key={option}>
            <span className={styles.box} aria-hidden="true" />
            <span>
              {letterOf(place)} <Prose section={`${name}.${option}`} isInline />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A table for experiments: setting, expectation and observation, one row per try. */
function KnobTable({ paths }: { readonly paths: readonly string[] }) {
  const t = useTranslations('teach.handout');
  const { labelOf } = useWords();
  const rows = paths.length === 1 ? [paths[0] ?? '', paths[0] ?? ''] : paths;
  return (
    <table className={styles.knobs}>
      <thead>
        <tr>
          <th scope="col">{t('knob')}</th>
          <th scope="col">{t('set')}</th>
          <th scope="col">{t('expect')}</th>
          <th scope="col">{t('seen')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((path, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a knob may be tried twice
          <tr key={row}>
            <th scope="row">{labelOf(path) ?? path}</th>
            <td />
            <td />
            <td />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
