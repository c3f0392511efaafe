import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { AnswerForm, useGiven } from '../lesson/Ask.tsx';
import { useSaid } from '../lesson/lesson-words.ts';
import { answerText } from '../lessons/answer-code.ts';
import type { Given } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import styles from './AnswerCode.module.css';
import { classCode, type Sent, sendVote, voterName } from './class-vote.ts';

interface SendVoteProps {
  readonly id: string;
  readonly given: Given;
  /** The code from the link. */
  readonly code: string;
}

/** Sends a student's answer to the teacher's machine, with the code on the screen. */
function SendVote({ id, given, code: known }: SendVoteProps) {
  const t = useTranslations('teach.answer');
  const [code, setCode] = useState(known);
  const [sent, setSent] = useState<Sent>();
  const [isSending, setIsSending] = useState(false);
  const problems = useMemo(
    () => (sent && 'refused' in sent ? [{ code: sent.refused, path: '' }] : []),
    [sent],
  );
  const send = async () => {
    if (isSending || code.trim() === '') return;
    setIsSending(true);
    setSent(await sendVote(code, id, given));
    setIsSending(false);
  };
  // A link from the screen has the code: the answer sends itself.
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the code of the link
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void send();
  }, []);
  if (sent && 'round' in sent)
    return (
      <p className={styles.sent} role="status">
        {t(sent.round === 0 ? 'counted' : 'countedAgain')}
      </p>
    );
  return (
    <form
      className={styles.send}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label>
        <span>{t('classCode')}</span>
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </label>
      <Button variant="strong" type="submit" aria-disabled={isSending || code.trim() === ''}>
        {t('send')}
      </Button>
      <ProblemList problems={problems} takesFocus />
    </form>
  );
}

export interface AnswerCodeProps {
  readonly id: string;
  readonly question: Question;
}

/** A student's answer as a code for the teacher's camera; after the discussion, the second answer. */
export function AnswerCode(props: AnswerCodeProps) {
  const given = useGiven('predict');
  if (given === undefined) return null;
  return <Codes {...props} first={given} />;
}

function Codes({ id, question, first }: AnswerCodeProps & { readonly first: Given }) {
  const t = useTranslations('teach.answer');
  const formatAnswer = useSaid('predict', question);
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
      <h3>{t(round === 0 ? 'title' : 'second', { given: formatAnswer(given) })}</h3>
      {code === undefined ? (
        <Shown text={text} label={t('code', { given: formatAnswer(given) })} />
      ) : (
        <>
          <SendVote key={JSON.stringify(given)} id={id} given={given} code={code} />
          <details>
            <summary>{t('otherwise')}</summary>
            <Shown text={text} label={t('code', { given: formatAnswer(given) })} />
          </details>
        </>
      )}
      <p>
        <Button onClick={() => setIsAsking(true)}>{t('again')}</Button>
      </p>
    </section>
  );
}

/** The answer as a QR code and as text. */
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
