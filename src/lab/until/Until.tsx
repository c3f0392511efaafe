import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { EVENT_NAMES, type EventName } from '../../model/analysis/events.ts';
import { lanesOf, type ThreadClassName } from '../../model/analysis/threads.ts';
import type { Condition } from '../../model/analysis/until.ts';
import { threadClasses } from '../../model/engine/generated/abi.ts';
import type { Player } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { Sheet, type SheetState } from '../shared/Sheet.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Outcome } from './Outcome.tsx';
import styles from './Until.module.css';
import { callOff, runUntil } from './until.ts';

interface UntilProps extends SheetState {
  readonly player: Player;
}

/**
 * Conditions to run until, above the button. The result stays until it is closed, so that the search can
 * continue.
 */
export function Until({ player, ...state }: UntilProps) {
  return (
    <Sheet
      {...state}
      titleId="until-title"
      className={styles.sheet}
      side="top"
      onOpenAutoFocus={focusFirstRow}
    >
      <Choices player={player} onClose={state.onClose} />
    </Sheet>
  );
}

/** Focus starts at the conditions; the choice of a side is before them only visually. */
function focusFirstRow(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof Element)
    event.currentTarget.querySelector<HTMLElement>('li button')?.focus();
}

/** The number in a condition: its range, and its default. */
interface Amount {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Undefined: a count. */
  readonly unit?: string;
}

interface Row {
  readonly id: Exclude<Condition['kind'], 'parks' | 'event'>;
  readonly amount?: Amount;
  readonly condition: (amount: number) => Condition;
}

/** A number without a unit. */
const COUNT = {};

/** The largest request number. */
const MOST_REQUESTS = 2 ** 32 - 2;

/** Conditions with one sentence and at most one number, in order. Times are entered in ms. */
const ROWS: readonly Row[] = [
  { id: 'waits', condition: () => ({ kind: 'waits' }) },
  {
    id: 'slow',
    amount: { initial: 5, min: 0.001, max: 1e6, unit: 'ms' },
    condition: (ms) => ({ kind: 'slow', limitNs: Math.round(ms * 1e6) }),
  },
  {
    id: 'tail',
    amount: { initial: 5, min: 0.001, max: 1e6, unit: 'ms' },
    condition: (ms) => ({ kind: 'tail', limitNs: Math.round(ms * 1e6) }),
  },
  {
    id: 'answered',
    amount: { initial: 1000, min: 0, max: MOST_REQUESTS },
    condition: (request) => ({ kind: 'answered', request }),
  },
  { id: 'busy', condition: () => ({ kind: 'busy' }) },
  {
    id: 'serverBusy',
    amount: { initial: 1, min: 0.001, max: 1e6, unit: 'ms' },
    condition: (ms) => ({ kind: 'serverBusy', limitNs: Math.round(ms * 1e6) }),
  },
];

type Choice = SideName | 'first';

function Choices({ player, onClose }: Pick<UntilProps, 'player' | 'onClose'>) {
  useEffect(() => callOff, []);
  const t = useTranslations('until');
  const shown = useShownSides();
  const [chosen, setChosen] = useState<Choice>('first');
  const sides = chosen !== 'first' && shown.includes(chosen) ? [chosen] : shown;
  const layouts = player.tracks.filter(({ id }) => sides.includes(id)).map(({ layout }) => layout);
  const counts = threadClasses
    .map((of) => ({ of, most: Math.max(0, ...layouts.map((layout) => lanesOf(layout, of).length)) }))
    .filter(({ most }) => most > 0);
  const goTo = (condition: Condition) => runUntil(condition, sides, 'now');
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
                variant="small"
                aria-pressed={option === chosen}
                onClick={() => setChosen(option)}
              >
                {option === 'first' ? t('either') : <SideBadge side={option} />}
              </Button>
            ))}
          </fieldset>
        )}
        <Button variant="small" onClick={onClose}>
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
        {ROWS.map((row) => (
          <li key={row.id}>
            <ConditionRow row={row} onRun={goTo} />
          </li>
        ))}
        <li>
          <EventRow onRun={goTo} />
        </li>
        <li>
          <ThreadRow counts={counts} onRun={goTo} />
        </li>
      </ul>
      <Outcome player={player} sides={sides} />
    </>
  );
}

interface ConditionRowProps {
  readonly row: Row;
  readonly onRun: (condition: Condition) => void;
}

/** One condition: a sentence as button, with a number field if needed. It shows what is pressed. */
function ConditionRow({ row: { id, amount, condition }, onRun }: ConditionRowProps) {
  const t = useTranslations('until');
  const [value, setValue] = useState(amount?.initial ?? 0);
  if (!amount) {
    return (
      <button type="button" className={styles.row} onClick={() => onRun(condition(0))}>
        <span>{t(`condition.${id}`)}</span>
        <span className={styles.go} aria-hidden="true">
          {t('go')}
        </span>
      </button>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun(condition(value));
  };
  const input = () => (
    <AmountInput
      key="field"
      className={styles.amount}
      label={t(`amount.${id as 'slow'}`)}
      value={value}
      field={amount.unit === undefined ? COUNT : { unit: amount.unit }}
      range={[amount.min, amount.max]}
      isWhole={amount.unit === undefined}
      showsUnit
      onChange={setValue}
    />
  );
  const sentence: ReactNode = t.rich(`condition.${id}`, { field: input });
  return (
    <form className={styles.row} onSubmit={submit}>
      <span>{sentence}</span>
      <Button variant="small" type="submit" aria-label={t(`run.${id as 'slow'}`)}>
        {t('go')}
      </Button>
    </form>
  );
}

/** The next event of one kind. */
function EventRow({ onRun }: { readonly onRun: (condition: Condition) => void }) {
  const t = useTranslations('until');
  const [of, setOf] = useState<EventName>('write');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun({ kind: 'event', of });
  };
  const what = () => (
    <Select
      key="what"
      label={t('eventKind')}
      value={of}
      options={EVENT_NAMES.map((id) => ({ id, title: t(`events.${id}`) }))}
      onChoose={setOf}
    />
  );
  return (
    <form className={styles.row} onSubmit={submit}>
      <span>{t.rich('condition.event', { what })}</span>
      <Button variant="small" type="submit" aria-label={t('run.event')}>
        {t('go')}
      </Button>
    </form>
  );
}

interface ThreadRowProps {
  /** The existing classes of threads, and the most threads of each. */
  readonly counts: readonly { readonly of: ThreadClassName; readonly most: number }[];
  readonly onRun: (condition: Condition) => void;
}

/** A thread parks: any thread of a class, or the one with a number, counted from 1. */
function ThreadRow({ counts, onRun }: ThreadRowProps) {
  const t = useTranslations('until');
  const [chosen, setChosen] = useState<ThreadClassName>('caller');
  const [number, setNumber] = useState<number | undefined>(1);
  const { of, most } = counts.find((count) => count.of === chosen) ?? { of: 'caller', most: 1 };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const thread = most === 1 || number === undefined ? {} : { thread: number - 1 };
    onRun({ kind: 'parks', of, ...thread });
  };
  const who = () => (
    <Select
      key="who"
      label={t('kind')}
      value={of}
      options={counts.map((count) => ({ id: count.of, title: t(`thread.${count.of}`) }))}
      onChoose={(id) => {
        setChosen(id);
        setNumber(undefined);
      }}
    />
  );
  const field = () =>
    most > 1 && (
      <AmountInput
        key="field"
        className={styles.amount}
        label={t('amount.parks')}
        value={number}
        range={[1, most]}
        isWhole
        step={1}
        placeholder={t('any')}
        onChange={setNumber}
        onClear={() => setNumber(undefined)}
      />
    );
  return (
    <form className={styles.row} onSubmit={submit}>
      <span>{t.rich('condition.parks', { who, field })}</span>
      <Button variant="small" type="submit" aria-label={t('run.parks')}>
        {t('go')}
      </Button>
    </form>
  );
}
