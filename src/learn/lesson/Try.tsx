import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { run } from '../../lab/run/run-state.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import { Knob } from '../../lab/settings/Knob.tsx';
import { MAIN_KNOBS } from '../../lab/settings/knobs.ts';
import { getAt } from '../../model/scenario/patch.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useStore } from '../../ui/use-store.ts';
import { goalState } from '../lessons/goals.ts';
import { gradeOf } from '../lessons/grade.ts';
import type { Goal, Reveal } from '../lessons/lesson.ts';
import { NOTHING } from '../lessons/progress.ts';
import { checkQuestion } from '../lessons/runs.ts';
import { Ask, useGiven } from './Ask.tsx';
import { learn, learnProgress } from './learn-state.ts';
import { pass, resetStage, showSolution } from './lesson.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useUnits } from './lesson-words.ts';
import { Prose } from './Prose.tsx';
import styles from './Try.module.css';

export interface KnobsProps {
  readonly paths: readonly string[];
  /** Resets the set-up. */
  readonly onReset?: () => void;
}

/** The settings of a step, with a reset. */
export function Knobs({ paths, onReset = resetStage }: KnobsProps) {
  const t = useTranslations('learn.try');
  if (paths.length === 0) return null;
  return (
    <section className={styles.knobs} aria-label={t('knobs')}>
      {paths.map((path) => (
        <Knob key={path} paths={[path]} sliderMax={sliderMaxOf(path)} />
      ))}
      <p>
        <Button variant="small" onClick={onReset}>
          <Icon name="reset" /> {t('reset')}
        </Button>
      </p>
    </section>
  );
}

/** The settings to vary; what they do is shown once one of them was changed. */
export function Vary({ paths }: { readonly paths: readonly string[] }) {
  const t = useTranslations('learn.try');
  const [hasTurned, setHasTurned] = useState(false);
  const values = useStore(experiment, ({ a, b }) =>
    JSON.stringify([a, b].map((side) => paths.map((path) => getAt(side?.scenario, path)))),
  );
  const isStaging = useStore(learn, (state) => state.isStaging);
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (isStaging) first.current = undefined;
    else if (first.current === undefined) first.current = values;
    else if (first.current !== values) setHasTurned(true);
  }, [values, isStaging]);
  return (
    <>
      <Knobs paths={paths} />
      {hasTurned ? (
        <Prose section="vary.after" />
      ) : (
        <p className={styles.hint}>
          {t('turn')}{' '}
          <Button variant="quiet" onClick={() => setHasTurned(true)}>
            {t('tell')}
          </Button>
        </p>
      )}
    </>
  );
}

const sliderMaxOf = (path: string): number | undefined =>
  MAIN_KNOBS.find(({ paths }) => paths.includes(path))?.sliderMax;

/** The goals, graded by the run on the stage and by an answer. */
export function Check({ reveal }: { readonly reveal: Reveal }) {
  const t = useTranslations('learn.try');
  const { goals = [], knobs, solution } = reveal.check;
  const checkItem = checkQuestion(reveal);
  const id = useStore(learn, (state) => state.id);
  const { passed, wasShown } = useStore(learnProgress, (state) => state.lessons[id ?? ''] ?? NOTHING);
  usePass(reveal);
  return (
    <div className={styles.check}>
      <Knobs paths={knobs} />
      {goals.length > 0 && (
        <section aria-label={t('goals')}>
          <h3>{t('goals')}</h3>
          <ul className={styles.goals}>
            {goals.map((goal) => (
              <GoalLine key={goal.id} goal={goal} />
            ))}
          </ul>
        </section>
      )}
      {checkItem && <Ask name="check" question={checkItem.question} answer={checkItem.answer} />}
      {passed !== undefined ? (
        <p className={styles.passed} role="status">
          <Icon name="check" /> {passed === '' ? t('passed') : t('passedRun', { fingerprint: passed })}
        </p>
      ) : (
        solution && (
          <p>
            <Button variant="quiet" onClick={() => void showSolution()}>
              {t('show')}
            </Button>{' '}
            {wasShown && t('shown')}
          </p>
        )
      )}
    </div>
  );
}

/** Records the pass once all goals are met. */
function usePass(reveal: Reveal): void {
  const { results } = useLessonTexts();
  const given = useGiven('check');
  const summary = useStore(run, ({ a }) => (a.isStale ? undefined : a.summary));
  const { goals = [] } = reveal.check;
  const checkItem = checkQuestion(reveal);
  const isReached = goals.every((goal) => goalState(goal, results).isMet);
  const isAnswered = !checkItem || (given !== undefined && isRight());
  const isPassed = isReached && isAnswered && (goals.length === 0 || summary !== undefined);
  const fingerprint = goals.length > 0 ? (summary?.fingerprint ?? '') : '';
  useEffect(() => {
    if (isPassed) void pass(fingerprint);
  }, [isPassed, fingerprint]);

  function isRight(): boolean {
    try {
      return (
        checkItem !== undefined && given !== undefined && gradeOf(checkItem.answer, given, results).isRight
      );
    } catch {
      return false;
    }
  }
}

function GoalLine({ goal }: { readonly goal: Goal }) {
  const t = useTranslations('learn.try');
  const { results } = useLessonTexts();
  const text = useUnits();
  const { value, isMet } = goalState(goal, results);
  return (
    <li data-met={isMet}>
      <Icon name={isMet ? 'check' : 'close'} />
      <span>
        <Prose section={`check.${goal.id}`} isInline />
        <span className={styles.now}>
          {' · '}
          {value === undefined ? t('counting') : t('now', { value: text(goal.unit, value) })} ·{' '}
          {t(isMet ? 'met' : 'open')}
        </span>
      </span>
    </li>
  );
}
