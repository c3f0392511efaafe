import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { SideButtons } from '../../ui/SideButtons.tsx';
import { useStore } from '../../ui/use-store.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { ActionsButton } from './ActionsButton.tsx';
import type { Action } from './ActionsMenu.tsx';
import { compareWith, followRequest } from './follow.ts';
import { type Followed, follow } from './follow-state.ts';
import {
  type Choice,
  chosenRequest,
  compareSides,
  firstFailed,
  followNeighbour,
  showFollowed,
  stepFollowed,
  toFirstAnswer,
} from './followed-requests.ts';
import styles from './Request.module.css';

const CHOICES: readonly Choice[] = ['slowest', 'p99', 'median'];

/** The largest request number. */
const MOST = 2 ** 32 - 2;

/**
 * Chooses the followed request by number, by outlier or by step; and the request to compare with. One line,
 * to leave room for the results.
 */
export function Chooser() {
  const t = useTranslations('follow.choose');
  const shown = useShownSides();
  const followed = useStore(follow, (state) => state.followed);
  const compared = useStore(follow, (state) => state.compared);
  const [chosenSide, setSide] = useState<SideName>();
  const [problem, setProblem] = useState('');
  const [first, setFirst] = useState<FirstAnswer>();
  const side = chosenSide && shown.includes(chosenSide) ? chosenSide : (followed?.side ?? shown[0] ?? 'a');

  const choose = async (choice: Choice, act: typeof followRequest) => {
    const found = await chosenRequest(side, choice);
    setProblem('');
    setFirst(found ? undefined : { side });
    if (found) act(found);
  };
  const comparisons: Action[] = [
    ...CHOICES.map((choice) => ({ label: t(choice), act: () => void choose(choice, compareWith) })),
    ...(shown.length > 1
      ? [{ label: t('otherSide', { side: followed?.side === 'a' ? 'B' : 'A' }), act: compareSides }]
      : []),
    ...(compared ? [{ label: t('noCompare'), act: () => compareWith(undefined) }] : []),
  ];
  return (
    <fieldset className={styles.chooser} aria-label={t('label')}>
      <div className={styles.line}>
        <SideButtons label={t('side')} sides={shown} chosen={side} onChoose={setSide} />
        <NumberField key={`${followed?.side}${followed?.request}`} side={side} onProblem={setProblem} />
        <span className={styles.group}>
          {CHOICES.map((choice) => (
            <Button key={choice} variant="small" onClick={() => choose(choice, followRequest)}>
              {t(choice)}
            </Button>
          ))}
        </span>
        {followed && (
          <>
            <span className={styles.group}>
              <Button
                variant="small"
                aria-label={t('stepBack')}
                title={`${t('stepBack')} (,)`}
                onClick={() => void stepFollowed(-1)}
              >
                ‹
              </Button>
              <Button variant="small" title={`${t('show')} (F)`} onClick={() => void showFollowed()}>
                {t('show')}
              </Button>
              <Button
                variant="small"
                aria-label={t('stepForward')}
                title={`${t('stepForward')} (.)`}
                onClick={() => void stepFollowed(1)}
              >
                ›
              </Button>
            </span>
            <ActionsButton
              label={t('neighbours')}
              actions={[
                {
                  label: t('previous'),
                  keyCap: '<',
                  isRepeated: true,
                  act: () => void followNeighbour(-1),
                },
                { label: t('next'), keyCap: '>', isRepeated: true, act: () => void followNeighbour(1) },
              ]}
            />
            <ActionsButton label={t('compare')} actions={comparisons} />
            <Button variant="small" title={`${t('letGo')} (Esc)`} onClick={() => followRequest(undefined)}>
              {t('letGo')}
            </Button>
          </>
        )}
      </div>
      <p role="status" className={styles.problem}>
        {problem}
      </p>
      {first && <FirstAnswerOf first={first} onChange={setFirst} />}
    </fieldset>
  );
}

/** Where nothing is completed yet: leads to a side's first reply. */
interface FirstAnswer {
  readonly side: SideName;
  /** The request, when found; null if the run has none. */
  readonly found?: Followed | null;
  /** If it has none: the first failed request, if any. */
  readonly failed?: Followed | undefined;
}

interface FirstAnswerOfProps {
  readonly first: FirstAnswer;
  readonly onChange: (first: FirstAnswer | undefined) => void;
}

/**
 * Before the first reply nothing can be chosen: says so, goes there and follows it. One button, which keeps
 * the focus.
 */
function FirstAnswerOf({ first: { side, found, failed }, onChange }: FirstAnswerOfProps) {
  const t = useTranslations('follow.choose');
  const offered = found ?? failed;
  const facts = {
    side: side.toUpperCase(),
    request: `#${offered?.request ?? ''}`,
    failed: failed ? `#${failed.request}` : 'none',
  };
  const go = async () => {
    const answered = await toFirstAnswer(side);
    onChange(answered ? { side, found: answered } : { side, found: null, failed: await firstFailed(side) });
  };
  const take = () => {
    onChange(undefined);
    followRequest(offered);
  };
  return (
    <div className={styles.first}>
      <p role="status">
        {t(found === undefined ? 'nothingYet' : found ? 'firstAnswer' : 'neverAnswered', facts)}
      </p>
      {(found !== null || failed) && (
        <Button variant="small" onClick={offered ? take : () => void go()}>
          {offered ? t('followFirst', facts) : t('toFirst')}
        </Button>
      )}
    </div>
  );
}

interface NumberFieldProps {
  readonly side: SideName;
  readonly onProblem: (text: string) => void;
}

function NumberField({ side, onProblem }: NumberFieldProps) {
  const t = useTranslations('follow.choose');
  const followed = useStore(follow, (state) => state.followed);
  const [text, setText] = useState(followed ? `#${followed.request}` : '');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = /^\s*#?\s*(\d{1,10})\s*$/.exec(text)?.[1];
    const request = Number(digits ?? Number.NaN);
    const isGood = request <= MOST;
    onProblem(isGood ? '' : t('badNumber'));
    if (isGood) followRequest({ side, request });
  };
  return (
    <form className={styles.group} onSubmit={submit}>
      <label htmlFor={id} className={styles.label}>
        {t('number')}
      </label>
      <input
        id={id}
        className={styles.number}
        inputMode="numeric"
        placeholder="#1234"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button variant="small" type="submit">
        {t('follow')}
      </Button>
    </form>
  );
}
