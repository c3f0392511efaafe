import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { Button } from '../../ui/Button.tsx';
import { AnswerForm, useGiven } from '../lesson/Ask.tsx';
import { useSaid } from '../lesson/said.ts';
import { answerText } from '../lessons/answer-code.ts';
import type { Given } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import styles from './AnswerCode.module.css';
import { classCode } from './class-vote.ts';
import { SendVote } from './SendVote.tsx';
import { voterName } from './voter.ts';

export interface AnswerCodeProps {
  readonly id: string;
  readonly question: Question;
}

/** A student's answer as a code for the teacher's camera; after the discussion, the other one. */
export function AnswerCode(props: AnswerCodeProps) {
  const given = useGiven('predict');
  if (given === undefined) return null;
  return <Codes {...props} first={given} />;
}

function Codes({ id, question, first }: AnswerCodeProps & { readonly first: Given }) {
  const t = useTranslations('teach.answer');
  const said = useSaid('predict', question);
  const [second, setSecond] = useState<Given>();
  const [isAsking, setIsAsking] = useState(false);
  const round = second === undefined ? 0 : 1;
  const given = second === undefined ? first : second;
  const code = classCode();
  const text = answerText(id, round, { voter: voterName(), given });
  if (isAsking)
    return (
      <AnswerForm
        name="predict"
        question={question}
        submitLabel={t('submit')}
        onSubmit={(next) => {
          setSecond(next);
          setIsAsking(false);
        }}
      />
    );
  return (
    <section className={styles.answer} aria-label={t('title')}>
      <h3>{t(round === 0 ? 'title' : 'second', { given: said(given) })}</h3>
      {code === undefined ? (
        <Shown text={text} label={t('code', { given: said(given) })} />
      ) : (
        <>
          <SendVote key={JSON.stringify(given)} id={id} given={given} code={code} />
          <details>
            <summary>{t('otherwise')}</summary>
            <Shown text={text} label={t('code', { given: said(given) })} />
          </details>
        </>
      )}
      <p>
        <Button onClick={() => setIsAsking(true)}>{t('again')}</Button>
      </p>
    </section>
  );
}

/** The answer as a code to be held up, and as a text. */
function Shown({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useTranslations('teach.answer');
  return (
    <>
      <p>{t('show')}</p>
      <QrCode className={styles.code} text={text} label={label} />
      <p>
        {t('typed')} <code className={styles.text}>{text}</code>
      </p>
    </>
  );
}
