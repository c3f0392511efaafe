import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { copyText } from '../../lab/link/link.ts';
import { saveText } from '../../lib/download.ts';
import { today } from '../../model/playback/clock.ts';
import type { Problem } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { bestOf } from '../incidents/incident-progress.ts';
import { INCIDENTS } from '../incidents/incidents.ts';
import { learnProgress } from '../lesson/learn-state.ts';
import { LESSONS } from '../lessons/course.ts';
import { stateOf } from '../lessons/progress.ts';
import { voterName } from '../teach/class-vote.ts';
import styles from './ClassPage.module.css';
import { NoSigning } from './class-key.ts';
import { myClass } from './class-state.ts';
import { MAX_NAME, type Membership, membershipIn } from './classroom.ts';
import { resultsHash, resultsText } from './results-file.ts';

/** A student's class: joined by a link; results as a signed file or link. */
export function MyClass() {
  const t = useTranslations('class.mine');
  const { membership } = useStore(myClass);
  const [problem, setProblem] = useState<Problem>();
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  usePageTitle(t('title'));
  useEffect(() => {
    void membershipIn(location.hash).then((found) => {
      if (!found) return;
      if ('code' in found) {
        setProblem(found);
        return;
      }
      myClass.setState({ membership: found });
      // The key need not stay in the address, which is copied and photographed.
      history.replaceState(history.state, '', '#/learn/class');
    });
  }, []);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link href="/learn">{t('back')}</Link>
          <h1>{membership ? membership.title : t('title')}</h1>
          <p>{t(membership ? 'joined' : 'none')}</p>
        </header>
        <ProblemList problems={problems} takesFocus />
        {membership && <HandIn membership={membership} onProblem={setProblem} />}
      </div>
    </div>
  );
}

interface HandInProps {
  readonly membership: Membership;
  readonly onProblem: (problem: Problem | undefined) => void;
}

function HandIn({ membership, onProblem }: HandInProps): ReactNode {
  const t = useTranslations('class.mine');
  const lessons = useStore(learnProgress, (state) => state.lessons);
  const incidents = useStore(learnProgress, (state) => state.incidents);
  const [name, setName] = useState(membership.student?.name ?? '');
  const done = LESSONS.filter(({ id }) => stateOf(lessons[id]) === 'done').length;
  const begun = LESSONS.filter(({ id }) => stateOf(lessons[id]) !== 'new').length;
  const faults = INCIDENTS.flatMap(({ id }) => bestOf(incidents, id) ?? []);
  const hasResults = begun > 0 || faults.length > 0;
  const isReady = name.trim() !== '' && hasResults;
  const made = async (): Promise<string | undefined> => {
    if (!isReady) return undefined;
    const student = membership.student ?? { id: `browser-${voterName()}`, name: name.trim() };
    const course = Object.fromEntries(
      LESSONS.flatMap(({ id }) => {
        const own = lessons[id];
        return own ? [[id, own]] : [];
      }),
    );
    try {
      onProblem(undefined);
      return await resultsText(membership, student, course, today(), incidents);
    } catch (error) {
      if (!(error instanceof NoSigning)) throw error;
      onProblem({ code: 'CLS-15', path: '' });
      return undefined;
    }
  };
  const save = async () => {
    const text = await made();
    const file = name.trim().replaceAll(/[^\p{L}\p{N}]+/gu, '-');
    if (text !== undefined) saveText(`roundtrip-results-${file}.json`, text, 'application/json');
  };
  const copy = async () => {
    const text = await made();
    if (text === undefined) return;
    const link = `${location.href.replace(/#.*$/s, '')}${await resultsHash(text)}`;
    announce(t((await copyText(link)) ? 'copied' : 'refused'), { isVisible: true });
  };
  return (
    <section className={styles.section} aria-labelledby="hand-in">
      <h2 id="hand-in">{t('handIn')}</h2>
      <p>
        {t('have', { begun, done })}{' '}
        {t('haveIncidents', {
          begun: faults.length,
          solved: faults.filter(({ isSolved }) => isSolved).length,
        })}
      </p>
      {membership.student ? (
        <p>{t('as', { name: membership.student.name })}</p>
      ) : (
        <label>
          <span>{t('name')}</span>{' '}
          <input
            type="text"
            autoComplete="name"
            maxLength={MAX_NAME}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
      )}
      <p className={styles.note}>{t('contents')}</p>
      <p className={styles.actions}>
        <Button variant="strong" aria-disabled={!isReady} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button aria-disabled={!isReady} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button variant="quiet" onClick={() => myClass.setState({ membership: undefined })}>
          {t('leave')}
        </Button>
      </p>
      {!isReady && <p className={styles.note}>{t(hasResults ? 'nameFirst' : 'nothing')}</p>}
    </section>
  );
}
