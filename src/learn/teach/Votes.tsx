import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveText } from '../../lib/download.ts';
import { live } from '../../live/live-state.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import { useStore } from '../../ui/use-store.ts';
import { AnswerForm } from '../lesson/Ask.tsx';
import type { Question } from '../lessons/lesson.ts';
import { choicesOf, totalOf } from '../lessons/votes.ts';
import { ClassChart } from './ClassChart.tsx';
import { closeVote, openVote, voteAddress } from './class-vote.ts';
import { sessionTable } from './session-file.ts';
import { teach } from './teach-state.ts';
import { addAnswer, clearRound, setHands } from './teach-votes.ts';
import { useChoiceText, useRounds } from './use-class-answers.ts';
import styles from './Votes.module.css';

interface ClassVoteProps {
  /** The lesson. */
  readonly id: string;
  /** Whether a QR code of the address is shown next to it. */
  readonly hasCode?: boolean;
}

/** Opens a vote in the bridge and shows how to take part; nothing without a bridge. */
export function ClassVote({ id, hasCode = false }: ClassVoteProps) {
  const t = useTranslations('teach.bridge');
  const isConnected = useStore(live, ({ status }) => status === 'connected');
  const vote = useStore(teach, (state) => state.vote);
  const [hasFailed, setHasFailed] = useState(false);
  if (!vote) {
    if (!isConnected) return <p className={styles.note}>{t('none')}</p>;
    return (
      <p className={styles.actions}>
        <Button onClick={async () => setHasFailed(!(await openVote()))}>{t('open')}</Button>
        {hasFailed && <span role="status">{t('failed')}</span>}
      </p>
    );
  }
  const address = voteAddress(id, vote);
  return (
    <section className={styles.vote} aria-label={t('title')}>
      <p className={styles.code}>
        <span>{t('code')}</span> <b>{vote.code}</b>
      </p>
      <p>{t('type', { hasCode: hasCode ? 'yes' : 'no' })}</p>
      <p className={styles.address}>
        <a href={address} target="_blank" rel="noopener">
          {address}
        </a>
      </p>
      <p>{t(vote.origins.length === 0 ? 'here' : 'room')}</p>
      <p>
        <Button variant="quiet" onClick={closeVote}>
          {t('close')}
        </Button>
      </p>
    </section>
  );
}

const Scanner = lazy(() => import('./Scanner.tsx').then((module) => ({ default: module.Scanner })));

export interface VotesProps {
  readonly question: Question;
  readonly round: 0 | 1;
}

/** A round of answers, with the forms to add more. */
export function Votes({ question, round }: VotesProps) {
  const t = useTranslations('teach.votes');
  const rounds = useRounds();
  const id = useStore(teach, (state) => state.id) ?? '';
  const [isScanning, setIsScanning] = useState(false);
  const isEmpty = rounds.every((each) => totalOf(each) === 0);
  return (
    <div className={styles.votes}>
      <ClassChart question={question} rounds={rounds.slice(0, round + 1)} />
      {choicesOf(question).length > 0 ? (
        <Hands question={question} round={round} />
      ) : (
        <ByHand question={question} round={round} />
      )}
      <ClassVote id={id} />
      {isScanning && (
        <Suspense>
          <Scanner id={id} question={question} />
        </Suspense>
      )}
      <p className={styles.actions}>
        <Button aria-expanded={isScanning} onClick={() => setIsScanning(!isScanning)}>
          {t(isScanning ? 'stopScan' : 'scan')}
        </Button>
        <Button
          aria-disabled={isEmpty}
          onClick={() =>
            !isEmpty && saveText(`roundtrip-${id}.csv`, sessionTable(id, question, rounds), 'text/csv')
          }
        >
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={() => clearRound(round)}>
          {t('clear')}
        </Button>
      </p>
    </div>
  );
}

/** The letter only: its option is written next to its bar. */
const shortOf = (text: string): string => text.replace(/^([A-Z]) {2}.*/s, '$1');

/** Hands of one answer: none, or as many as a large class has. */
const HANDS = [0, 999] as const;

/** Raised hands, counted by the teacher. */
function Hands({ question, round }: VotesProps) {
  const t = useTranslations('teach.votes');
  const text = useChoiceText(question);
  const { hands } = useRounds()[round];
  return (
    <fieldset className={styles.hands}>
      <legend>{t('hands')}</legend>
      {choicesOf(question).map((choice) => {
        const count = hands[choice.name] ?? 0;
        const set = (value: number) => setHands(round, choice.name, value);
        return (
          <div key={choice.name}>
            <div className={styles.hand}>
              <span aria-hidden="true">{shortOf(text(choice))}</span>
              <AmountInput label={text(choice)} value={count} range={HANDS} isWhole step={1} onChange={set} />
            </div>
            <Button aria-label={t('oneMore', { choice: text(choice) })} onClick={() => set(count + 1)}>
              +
            </Button>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Single answers, entered by the teacher. */
function ByHand({ question, round }: VotesProps) {
  const t = useTranslations('teach.votes');
  const [added, setAdded] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <Button onClick={() => setIsOpen(true)}>{t('add')}</Button>
      </p>
    );
  return (
    <section className={styles.byHand} aria-label={t('add')}>
      <AnswerForm
        key={added}
        name="predict"
        question={question}
        submitLabel={t('addThis')}
        onSubmit={(given) => {
          addAnswer(round, given);
          setAdded(added + 1);
        }}
      />
      <p>
        <Button variant="small" onClick={() => setIsOpen(false)}>
          {t('addedAll')}
        </Button>
      </p>
    </section>
  );
}
