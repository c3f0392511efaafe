import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { Lesson, Reveal, StepName } from '../lessons/lesson.ts';
import { NOTHING } from '../lessons/progress.ts';
import { Ask, Feedback, Prediction, useGiven } from './Ask.tsx';
import { CodeBox } from './CodeBox.tsx';
import { Comparison, PublishedValues } from './Comparison.tsx';
import { Ending } from './Ending.tsx';
import { learn, learnProgress } from './learn-state.ts';
import { explain } from './lesson.ts';
import { Prose } from './Prose.tsx';
import styles from './Step.module.css';
import { Check, Vary } from './Try.tsx';

/** The content of the current step. */
export function Step({ lesson }: { readonly lesson: Lesson }) {
  const step = useStore(learn, (state) => state.step);
  const reveal = useStore(learn, (state) => state.reveal);
  if (step === 'hook') return <Hook />;
  if (step === 'predict') return <Predict lesson={lesson} />;
  return reveal ? <AfterLock step={step} lesson={lesson} reveal={reveal} /> : <Coming />;
}

/** Placeholder until the second half of a lesson has loaded; failures are reported elsewhere. */
function Coming() {
  const t = useTranslations('learn.page');
  const isLost = useStore(learn, (state) => state.failure !== undefined);
  return isLost ? null : <p>{t('loading')}</p>;
}

/** The question of the lesson, then the complaint that raises it. */
function Hook() {
  return (
    <>
      <div className={styles.question}>
        <Prose section="question" />
      </div>
      <Prose section="hook" />
    </>
  );
}

function Predict({ lesson }: { readonly lesson: Lesson }) {
  return (
    <>
      <Prose section="predict" />
      <Prediction question={lesson.predict} />
    </>
  );
}

interface AfterLockProps {
  readonly step: StepName;
  readonly lesson: Lesson;
  readonly reveal: Reveal;
}

function AfterLock({ step, lesson, reveal }: AfterLockProps): ReactNode {
  switch (step) {
    case 'see':
      return (
        <>
          <Prose section="see" />
          <Ask name="see" {...reveal.see} />
        </>
      );
    case 'reveal':
      return <Explanation lesson={lesson} reveal={reveal} />;
    case 'vary':
      return (
        <>
          <Prose section="vary" />
          <Vary paths={reveal.vary.knobs} />
        </>
      );
    case 'check':
      return (
        <>
          <Prose section="check" />
          <Check reveal={reveal} />
        </>
      );
    case 'transfer':
      return (
        <>
          <Prose section="transfer" />
          <Ask name="transfer" {...reveal.transfer} />
        </>
      );
    case 'sandbox':
      return <Ending />;
    default:
      return <Prose section={step} />;
  }
}

/** The prediction next to the model, the reason, and the learner's own sentence next to the lesson's. */
function Explanation({ lesson, reveal }: { readonly lesson: Lesson; readonly reveal: Reveal }) {
  const given = useGiven('predict');
  if (given === undefined) return null;
  return (
    <>
      <Comparison question={lesson.predict} answer={reveal.predict} given={given} />
      <Feedback name="predict" answer={reveal.predict} given={given} />
      <Prose section="reveal" />
      {reveal.published && <PublishedValues values={reveal.published} />}
      <CodeBox />
      <OwnSentence />
    </>
  );
}

function OwnSentence() {
  const t = useTranslations('learn.explain');
  const id = useStore(learn, (state) => state.id);
  const { explanation } = useStore(learnProgress, (state) => state.lessons[id ?? ''] ?? NOTHING);
  const [isShown, setIsShown] = useState(false);
  const ours = useRef<HTMLHeadingElement>(null);
  // The button goes with its focus.
  useEffect(() => {
    if (isShown) ours.current?.focus();
  }, [isShown]);
  return (
    <section className={styles.explain}>
      <Prose section="explain" />
      <label>
        <span>{t('label')}</span>
        <textarea rows={3} value={explanation} onChange={(event) => explain(event.target.value)} />
      </label>
      <p className={styles.note}>{t('kept')}</p>
      {isShown ? (
        <div className={styles.ours}>
          <h3 ref={ours} tabIndex={-1}>
            {t('ours')}
          </h3>
          <Prose section="model" />
        </div>
      ) : (
        <p>
          <Button
            aria-disabled={explanation.trim() === ''}
            onClick={() => explanation.trim() !== '' && setIsShown(true)}
          >
            {t('compare')}
          </Button>
        </p>
      )}
    </section>
  );
}
