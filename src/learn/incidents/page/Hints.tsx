import { useRef } from 'react';
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
  const title = useRef<HTMLHeadingElement>(null);
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
      <h2 id="incident-hints" ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      <ol>
        {ladder.slice(0, taken).map((hint, place) => (
          <li key={HINT_COSTS[place]}>{hint(cause)}</li>
        ))}
      </ol>
      {cost !== undefined && (
        <p className={styles.actions}>
          <Button
            onClick={() => {
              takeHint();
              announce(`${taken + 1}. ${ladder[taken]?.(cause)}`);
              // The last hint takes the button away, with its focus.
              if (taken + 1 === ladder.length) title.current?.focus();
            }}
          >
            {t('take', { number: taken + 1, cost })}
          </Button>
        </p>
      )}
    </section>
  );
}
