import { useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button, ButtonWithReason } from '../../ui/Button.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { useWords } from '../../ui/texts.tsx';
import styles from './Imports.module.css';
import type { UnitQuestion as Question } from './question.ts';
import { TIME_UNITS, type TimeUnit, US_IN } from './units.ts';

export interface UnitQuestionProps {
  readonly source: string;
  readonly question: Question;
  readonly onAnswer: (unit: TimeUnit) => void;
  /** Closes the file unread; without it there is no such button. */
  readonly onLeave?: () => void;
}

const shown = (unit: TimeUnit): string => (unit === 'us' ? 'µs' : unit);

/**
 * Asks for the unit of a file's times. The proposal is selected, and nothing is read before the button is
 * pressed.
 */
export function UnitQuestion({ source, question, onAnswer, onLeave }: UnitQuestionProps) {
  const t = useTranslations('imports.unit');
  const words = useWords();
  const { of, values, proposal, checks } = question;
  const [unit, setUnit] = useState<TimeUnit | undefined>(proposal?.unit);
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  // The question follows from opening a file: it takes the focus.
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, [role=combobox]')) form.current?.focus();
  }, []);
  const number = (value: number) => words.number(Number(value.toPrecision(4)));
  const reason = proposal ? proposal.basis : checks.length > 0 ? 'none' : 'silent';
  return (
    <form
      ref={form}
      tabIndex={-1}
      className={styles.question}
      aria-label={t('title', { source })}
      onSubmit={(event) => {
        event.preventDefault();
        if (unit) onAnswer(unit);
      }}
    >
      <h3 className={styles.title}>{t('title', { source })}</h3>
      <p>{t('text', { of, values: values.join(', ') })}</p>
      <p>
        {reason === 'law' || reason === 'usual'
          ? t(reason, { unit: shown(proposal?.unit ?? 'ms') })
          : t(reason)}
      </p>
      <RadioGroup labelledBy={name} className={styles.units} value={unit} onChoose={setUnit}>
        <p id={name}>{t('choice')}</p>
        {TIME_UNITS.map((option) => {
          const check = checks.find((known) => known.unit === option)?.check;
          return (
            <label key={option} className={styles.unit} data-fits={check?.agrees ?? false}>
              <Radio value={option} />
              <span className={styles.symbol}>{shown(option)}</span>
              {check && (
                <span className={styles.check}>
                  {t('check', {
                    perSec: number(check.perSec),
                    response: number(check.responseUs / US_IN[option]),
                    unit: shown(option),
                    inFlight: number(check.inFlight),
                    callers: words.number(check.callers),
                  })}
                  {check.agrees && <strong> ✓ {t('fits')}</strong>}
                </span>
              )}
            </label>
          );
        })}
      </RadioGroup>
      <p className={styles.ways}>
        <ButtonWithReason type="submit" reason={unit === undefined ? t('choose') : undefined}>
          {t('read', { unit: unit === undefined ? '…' : shown(unit) })}
        </ButtonWithReason>
        {onLeave && (
          <Button variant="quiet" type="button" onClick={onLeave}>
            {t('leave')}
          </Button>
        )}
      </p>
    </form>
  );
}
