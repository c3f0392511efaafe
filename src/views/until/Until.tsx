import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { callOff, runUntil } from '../../actions/until.ts';
import { lanesOf } from '../../analysis/threads.ts';
import { type Condition, IDLE_CLASSES, type IdleClass } from '../../analysis/until.ts';
import type { Player } from '../../playback/player.ts';
import type { SideName } from '../../scenario/problem.ts';
import { ui } from '../../stores/ui.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { Sheet, type SheetState } from '../shared/Sheet.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useIsNarrow } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Outcome } from './Outcome.tsx';
import styles from './Until.module.css';

interface UntilProps extends SheetState {
  readonly player: Player;
}

/** What the show can run to, below its button. What was found stays until it is closed, so that one can go on from there. */
export function Until({ player, ...state }: UntilProps) {
  const isNarrow = useIsNarrow();
  const isPresenting = useStore(ui, (state) => state.isPresenting);
  return (
    <PartTexts part="until" fallback={state.trigger}>
      <Sheet
        {...state}
        titleId="until-title"
        className={styles.sheet}
        // Below the transport the stage stays in sight; on a narrow screen there is nothing below it.
        avoidCollisions={isNarrow || isPresenting}
        onOpenAutoFocus={focusFirstRow}
      >
        <Choices player={player} onClose={state.onClose} />
      </Sheet>
    </PartTexts>
  );
}

/** Conditions are what one came for; the choice of a side comes before them only to the eye. */
function focusFirstRow(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof Element)
    event.currentTarget.querySelector<HTMLElement>('li button')?.focus();
}

/** The number in a condition: what it may be, and what it starts with. */
interface Amount {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly step: number | 'any';
}

interface Row {
  readonly id: Condition['kind'];
  readonly amount?: Amount;
  /** Whose threads; other classes have a row of their own. */
  readonly of?: IdleClass;
  readonly condition: (amount: number) => Condition;
}

/** The largest number a request can have. */
const MOST_REQUESTS = 2 ** 32 - 2;

/** The conditions, in the order in which they are offered. People count callers from 1 and give times in ms. */
const rowsOf = (callers: number, classes: readonly IdleClass[]): readonly Row[] => [
  { id: 'waits', condition: () => ({ kind: 'waits' }) },
  {
    id: 'slow',
    amount: { initial: 5, min: 0.001, max: 1e6, step: 'any' },
    condition: (ms) => ({ kind: 'slow', limitNs: Math.round(ms * 1e6) }),
  },
  {
    id: 'tail',
    amount: { initial: 5, min: 0.001, max: 1e6, step: 'any' },
    condition: (ms) => ({ kind: 'tail', limitNs: Math.round(ms * 1e6) }),
  },
  {
    id: 'parks',
    amount: { initial: 1, min: 1, max: callers, step: 1 },
    condition: (number) => ({ kind: 'parks', caller: number - 1 }),
  },
  {
    id: 'answered',
    amount: { initial: 1000, min: 0, max: MOST_REQUESTS, step: 1 },
    condition: (request) => ({ kind: 'answered', request }),
  },
  { id: 'busy', condition: () => ({ kind: 'busy' }) },
  { id: 'redisIdle', condition: () => ({ kind: 'redisIdle' }) },
  ...classes.map((of): Row => ({ id: 'idles', of, condition: () => ({ kind: 'idles', of }) })),
];

type Choice = SideName | 'first';

function Choices({ player, onClose }: Pick<UntilProps, 'player' | 'onClose'>) {
  useEffect(() => callOff, []);
  const t = useTranslations('until');
  const shown = useShownSides();
  const [chosen, setChosen] = useState<Choice>('first');
  const sides = chosen !== 'first' && shown.includes(chosen) ? [chosen] : shown;
  const callers = Math.max(...player.tracks.map(({ layout }) => layout.callers));
  const classes = IDLE_CLASSES.filter((of) =>
    player.tracks.some(({ id, layout }) => sides.includes(id) && lanesOf(layout, of).length > 0),
  );
  const options: readonly Choice[] = ['first', ...shown];
  return (
    <>
      <header className={styles.header}>
        <h2 id="until-title" className={styles.title}>
          {t('title')}
        </h2>
        {shown.length > 1 && (
          <fieldset className={styles.sides} aria-label={t('where')}>
            {options.map((option) => (
              <Button
                key={option}
                look="small"
                aria-pressed={option === chosen}
                onClick={() => setChosen(option)}
              >
                {option === 'first' ? t('either') : <SideBadge side={option} />}
              </Button>
            ))}
          </fieldset>
        )}
        <Button look="small" onClick={onClose}>
          {t('close')}
        </Button>
      </header>
      <ul className={styles.rows}>
        <li>
          <button type="button" className={styles.row} onClick={() => player.step(1)}>
            <span>{t('event')}</span>
            <kbd className={styles.key}>→</kbd>
          </button>
        </li>
        {rowsOf(callers, classes).map((row) => (
          <li key={row.of ?? row.id}>
            <ConditionRow row={row} onRun={(condition) => runUntil(condition, sides, 'now')} />
          </li>
        ))}
      </ul>
      <Outcome sides={sides} />
    </>
  );
}

interface ConditionRowProps {
  readonly row: Row;
  readonly onRun: (condition: Condition) => void;
}

/** One condition: a sentence to press, with a number to fill in where it needs one. */
function ConditionRow({ row: { id, amount, of, condition }, onRun }: ConditionRowProps) {
  const t = useTranslations('until');
  const [text, setText] = useState(String(amount?.initial ?? ''));
  const field = useId();
  if (!amount) {
    return (
      <button type="button" className={styles.row} onClick={() => onRun(condition(0))}>
        {t(`condition.${id}`, { of: of ?? '' })}
      </button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun(condition(Number(text)));
  };
  const input = () => (
    <input
      key="field"
      id={field}
      className={styles.amount}
      type="number"
      required
      min={amount.min}
      max={amount.max}
      step={amount.step}
      value={text}
      aria-label={t(`amount.${id as 'slow'}`)}
      onChange={(event) => setText(event.target.value)}
    />
  );
  const sentence: ReactNode = t.rich(`condition.${id}`, { field: input });
  return (
    <form className={styles.row} onSubmit={submit}>
      <span>{sentence}</span>
      <Button look="small" type="submit" aria-label={t(`run.${id as 'slow'}`)}>
        {t('go')}
      </Button>
    </form>
  );
}
