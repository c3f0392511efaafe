import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { today } from '../../model/playback/clock.ts';
import { hashOf } from '../../model/scenario/pack.ts';
import { Button } from '../../ui/Button.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { useStore } from '../../ui/use-store.ts';
import { myClass } from '../class/class-state.ts';
import { learnProgress } from '../lesson/learn-state.ts';
import { useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS, type LessonId, lessonNamed } from '../lessons/course.ts';
import { voterName } from '../teach/class-vote.ts';
import { FreshProblem } from './FreshProblem.tsx';
import { KINDS, type Kind, SEEDS, seedFor } from './fresh.ts';
import styles from './PracticePage.module.css';
import { afterAnswer, dayOf, dueDay, dueLessons, INTERVALS_DAYS, type Practised } from './schedule.ts';

interface Asked {
  readonly id: LessonId;
  readonly kind: Kind;
  readonly seed: number;
  /** Whether the answer moves the lesson between boxes. */
  readonly isRepetition: boolean;
}

/** The next problem of a lesson: other numbers each time, the two kinds in turn. */
function nextOf(id: LessonId, practised: Practised | undefined): Asked {
  const count = practised?.count ?? 0;
  const kind = KINDS[count % KINDS.length] ?? 'check';
  return { id, kind, seed: hashOf(JSON.stringify([voterName(), id, count])), isRepetition: true };
}

/** A problem in the address: `#/learn/practice/pool?kind=check&seed=7`. */
function askedIn(id: LessonId | undefined): Asked | undefined {
  if (id === undefined || !lessonNamed(id)) return undefined;
  const params = new URLSearchParams(location.hash.split('?')[1] ?? '');
  const seed = Number(params.get('seed') ?? Number.NaN);
  const kind = KINDS.find((one) => one === params.get('kind'));
  const isSeed = Number.isInteger(seed) && seed >= 0 && seed < SEEDS && params.has('seed');
  return kind && isSeed ? { id, kind, seed, isRepetition: false } : undefined;
}

/** Practice: problems with new numbers, repeated after growing intervals. */
export function PracticePage({ id }: { readonly id?: string | undefined }) {
  const t = useTranslations('practice');
  const title = useLessonTitle();
  const [asked, setAsked] = useState<Asked | undefined>(() => {
    const linked = askedIn(id);
    if (linked) return linked;
    const { practice } = learnProgress.getState();
    return id !== undefined && lessonNamed(id) ? nextOf(id, practice[id]) : undefined;
  });
  const [isAnswered, setIsAnswered] = useState(false);
  usePageTitle(t('title'));
  const ask = (next: Asked | undefined) => {
    setAsked(next);
    setIsAnswered(false);
  };
  const begin = () => {
    const { practice } = learnProgress.getState();
    const [first] = dueLessons(practice, dayOf(today()));
    ask(first === undefined ? undefined : nextOf(first, practice[first]));
  };
  const take = (isRight: boolean) => {
    setIsAnswered(true);
    if (!asked?.isRepetition) return;
    learnProgress.setState(({ practice }) => ({
      practice: {
        ...practice,
        [asked.id]: afterAnswer(practice[asked.id], isRight, dayOf(today())),
      },
    }));
  };
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link href="/learn">{t('back')}</Link>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </header>
        {asked && (
          <section className={styles.problem} aria-labelledby="problem">
            <h2 id="problem">
              {t('of', { number: lessonNamed(asked.id)?.number ?? 0, title: title(asked.id) })}
            </h2>
            <FreshProblem
              key={`${asked.id} ${asked.kind} ${asked.seed}`}
              id={asked.id}
              kind={asked.kind}
              seed={asked.seed}
              onAnswer={take}
            />
            {isAnswered && (
              <p className={styles.actions}>
                <Button variant="strong" onClick={begin}>
                  {t('next')}
                </Button>
                <Button onClick={() => ask(nextOf(asked.id, learnProgress.getState().practice[asked.id]))}>
                  {t('another')}
                </Button>
                <Link href={`/learn/${asked.id}`}>{t('lesson')}</Link>
              </p>
            )}
          </section>
        )}
        <Overview isAsking={asked !== undefined} onBegin={begin} onAsk={ask} />
      </div>
    </div>
  );
}

interface OverviewProps {
  readonly isAsking: boolean;
  readonly onBegin: () => void;
  readonly onAsk: (asked: Asked) => void;
}

/** What is due, and every lesson with its box. */
function Overview({ isAsking, onBegin, onAsk }: OverviewProps) {
  const t = useTranslations('practice');
  const title = useLessonTitle();
  const practice = useStore(learnProgress, (state) => state.practice);
  const membership = useStore(myClass, (state) => state.membership);
  const now = dayOf(today());
  const due = dueLessons(practice, now);
  const whenOf = (one: Practised | undefined) => {
    const day = dueDay(one);
    if (day === undefined) return t('new');
    return day <= now ? t('due') : t('inDays', { days: day - now });
  };
  return (
    <section className={styles.section} aria-labelledby="lessons">
      <h2 id="lessons">{t('lessons')}</h2>
      <p className={styles.actions} role="status">
        <span>{t('dueCount', { count: due.length })}</span>
        {!isAsking && due.length > 0 && (
          <Button variant="strong" onClick={onBegin}>
            {t('begin')}
          </Button>
        )}
      </p>
      <ul className={styles.lessons}>
        {LESSONS.map(({ id, number }) => (
          <li key={id}>
            <span>{t('of', { number, title: title(id) })}</span>
            <span className={styles.box}>
              {t('box', { box: (practice[id]?.box ?? 0) + 1, all: INTERVALS_DAYS.length })} ·{' '}
              {whenOf(practice[id])}
            </span>
            <span className={styles.actions}>
              <Button
                variant="small"
                aria-label={t('practiseNamed', { title: title(id) })}
                onClick={() => onAsk(nextOf(id, practice[id]))}
              >
                {t('practise')}
              </Button>
              {membership?.student &&
                KINDS.map((kind) => (
                  <Button
                    key={kind}
                    variant="small"
                    aria-label={t('classNamed', { kind, title: title(id) })}
                    onClick={() =>
                      onAsk({
                        id,
                        kind,
                        seed: seedFor(membership.class, membership.student?.id ?? ''),
                        isRepetition: false,
                      })
                    }
                  >
                    {t('class', { kind })}
                  </Button>
                ))}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('scheme')}</p>
    </section>
  );
}
