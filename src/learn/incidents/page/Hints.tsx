import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/Button.tsx';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import { learnProgress } from '../../lesson/learn-state.ts';
import { HINT_COSTS } from '../grade.ts';
import type { Cause } from '../incident.ts';
import { incidentKey } from '../incident-progress.ts';
import { takeHint } from './actions.ts';
import styles from './Incidents.module.css';
import { incidentState } from './incident-state.ts';

/** The ladder: where to look, what is there, the cause. Each step costs more. */
export function Hints() {
  const t = useTranslations('incidents.hints');
  const causeText = useTranslations('incidents.causes');
  const variant = useStore(incidentState, (state) => state.variant);
  const taken = useStore(learnProgress, ({ incidents }) =>
    variant ? (incidents[incidentKey(variant.incident.id, variant.seed)]?.hints ?? 0) : 0,
  );
  const last = useRef<HTMLLIElement>(null);
  const isTaking = useRef(false);
  const isLast = taken === HINT_COSTS.length;
  // The last hint takes the button away, and gets its focus.
  useEffect(() => {
    if (isLast && isTaking.current) last.current?.focus();
  }, [isLast]);
  if (!variant) return null;
  const { cause } = variant.incident;
  const ladder = [
    (of: Cause) => t(`where.${of}`),
    (of: Cause) => t(`what.${of}`),
    (of: Cause) => t('cause', { cause: causeText(of) }),
  ];
  const cost = HINT_COSTS[taken];
  return (
    <section className={styles.section} aria-labelledby="incident-hints">
      <h2 id="incident-hints">{t('title')}</h2>
      <ol>
        {ladder.slice(0, taken).map((hint, place) => (
          <li key={HINT_COSTS[place]} {...(place === ladder.length - 1 ? { ref: last, tabIndex: -1 } : {})}>
            {hint(cause)}
          </li>
        ))}
      </ol>
      {cost !== undefined && (
        <p className={styles.actions}>
          <Button
            onClick={() => {
              isTaking.current = true;
              takeHint();
              announce(`${taken + 1}. ${ladder[taken]?.(cause)}`);
            }}
          >
            {t('take', { number: taken + 1, cost })}
          </Button>
        </p>
      )}
    </section>
  );
}
