import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { compareWith, followRequest } from '../../actions/follow.ts';
import {
  type Choice,
  chosenRequest,
  compareSides,
  followNeighbour,
  showFollowed,
  stepFollowed,
  toFirstAnswer,
} from '../../actions/trails.ts';
import type { SideName } from '../../scenario/problem.ts';
import { type Followed, follow } from '../../stores/follow.ts';
import { Button } from '../shared/Button.tsx';
import { SideButtons } from '../shared/SideButtons.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Request.module.css';

const CHOICES: readonly Choice[] = ['slowest', 'p99', 'median'];

/** The largest number a request can have. */
const MOST = 2 ** 32 - 2;

/** Which request is followed: by number, by what stands out, from one to the next; and which it is compared with. */
export function Chooser() {
  const t = useTranslations('follow.choose');
  const shown = useShownSides();
  const one = useStore(follow, (state) => state.one);
  const other = useStore(follow, (state) => state.other);
  const [chosenSide, setSide] = useState<SideName>();
  const [problem, setProblem] = useState('');
  const [first, setFirst] = useState<FirstAnswer>();
  const side = chosenSide && shown.includes(chosenSide) ? chosenSide : (one?.side ?? shown[0] ?? 'a');

  const take = async (choice: Choice, act: typeof followRequest) => {
    const found = await chosenRequest(side, choice);
    setProblem('');
    setFirst(found ? undefined : { side });
    if (found) act(found);
  };
  return (
    <fieldset className={styles.chooser} aria-label={t('label')}>
      <SideButtons label={t('side')} sides={shown} chosen={side} onChoose={setSide} />
      <NumberField key={`${one?.side}${one?.request}`} side={side} onProblem={setProblem} />
      <div className={styles.strip}>
        {CHOICES.map((choice) => (
          <Button key={choice} look="small" onClick={() => take(choice, followRequest)}>
            {t(choice)}
          </Button>
        ))}
        {one && (
          <>
            <span className={styles.group}>
              <Button look="small" title={`${t('previous')} (<)`} onClick={() => void followNeighbour(-1)}>
                ← {t('previous')}
              </Button>
              <Button look="small" title={`${t('next')} (>)`} onClick={() => void followNeighbour(1)}>
                {t('next')} →
              </Button>
            </span>
            <span className={styles.group}>
              <Button look="small" title={`${t('stepBack')} (,)`} onClick={() => void stepFollowed(-1)}>
                ‹ {t('stepBack')}
              </Button>
              <Button look="small" title={`${t('show')} (F)`} onClick={() => void showFollowed()}>
                {t('show')}
              </Button>
              <Button look="small" title={`${t('stepForward')} (.)`} onClick={() => void stepFollowed(1)}>
                {t('stepForward')} ›
              </Button>
            </span>
            <fieldset className={styles.group} aria-label={t('compare')}>
              <span className={styles.label}>{t('compare')}</span>
              {CHOICES.map((choice) => (
                <Button key={choice} look="small" onClick={() => take(choice, compareWith)}>
                  {t(choice)}
                </Button>
              ))}
              {shown.length > 1 && (
                <Button look="small" onClick={compareSides}>
                  {t('otherSide', { side: one.side === 'a' ? 'B' : 'A' })}
                </Button>
              )}
              {other && (
                <Button look="small" onClick={() => compareWith(undefined)}>
                  {t('noCompare')}
                </Button>
              )}
            </fieldset>
            <Button look="small" title={`${t('letGo')} (Esc)`} onClick={() => followRequest(undefined)}>
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

/** Where nothing is completed yet: the way to a side's first answer. */
interface FirstAnswer {
  readonly side: SideName;
  /** Once it is found; null where the run has none. */
  readonly found?: Followed | null;
}

interface FirstAnswerOfProps {
  readonly first: FirstAnswer;
  readonly onChange: (first: FirstAnswer | undefined) => void;
}

/** Nothing can be chosen before the first answer: says so, goes there, and then follows it. One button, which keeps the focus. */
function FirstAnswerOf({ first: { side, found }, onChange }: FirstAnswerOfProps) {
  const t = useTranslations('follow.choose');
  const facts = { side: side.toUpperCase(), request: `#${found?.request ?? ''}` };
  const go = async () => onChange({ side, found: (await toFirstAnswer(side)) ?? null });
  const take = () => {
    onChange(undefined);
    followRequest(found ?? undefined);
  };
  return (
    <div className={styles.first}>
      <p role="status">
        {t(found === undefined ? 'nothingYet' : found ? 'firstAnswer' : 'neverAnswered', facts)}
      </p>
      {found !== null && (
        <Button look="small" onClick={found ? take : () => void go()}>
          {found ? t('followFirst', facts) : t('toFirst')}
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
  const one = useStore(follow, (state) => state.one);
  const [text, setText] = useState(one ? `#${one.request}` : '');
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
      <Button look="small" type="submit">
        {t('follow')}
      </Button>
    </form>
  );
}
