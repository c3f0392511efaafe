import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import type { Given } from '../lessons/grade.ts';
import styles from './AnswerCode.module.css';
import { type Sent, sendVote } from './class-vote.ts';

export interface SendVoteProps {
  readonly id: string;
  readonly given: Given;
  /** The code that the link carried. */
  readonly code: string;
}

/** Sends a student's answer to the teacher's machine, with the code that stands on the screen. */
export function SendVote({ id, given, code: known }: SendVoteProps) {
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
      <Button look="strong" type="submit" aria-disabled={isSending || code.trim() === ''}>
        {t('send')}
      </Button>
      <p role="status">{sent && 'round' in sent ? t(sent.round === 0 ? 'counted' : 'countedAgain') : ''}</p>
      <ProblemList problems={problems} takesFocus />
    </form>
  );
}
