import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { valueText } from '../../../lab/settings/value-text.ts';
import { fieldNamed } from '../../../model/scenario/fields.ts';
import type { Json } from '../../../model/scenario/patch.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Select.tsx';
import { useWords } from '../../../ui/texts.tsx';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import type { Knob } from '../incident.ts';
import { stepsOf, type Variant } from '../variant.ts';
import { tryChanges, turn } from './actions.ts';
import styles from './Incidents.module.css';
import { incidentState } from './incident-state.ts';
import { useKnobTexts, useOutcomeText } from './use-incident-texts.ts';

/** What the student may change, and a run with it. */
export function Knobs() {
  const t = useTranslations('incidents.knobs');
  const outcome = useOutcomeText();
  const { variant, isRunning } = useStore(incidentState);
  if (!variant) return null;
  const run = async () => {
    const shown = await tryChanges();
    if (shown) announce(outcome(shown));
  };
  return (
    <section className={styles.section} aria-labelledby="incident-knobs">
      <h2 id="incident-knobs">{t('title')}</h2>
      <p className={styles.note}>{t('intro')}</p>
      {variant.incident.knobs.map((knob) => (
        <KnobField key={knob.id} variant={variant} knob={knob} />
      ))}
      <p className={styles.actions}>
        <Button aria-disabled={isRunning} onClick={() => !isRunning && void run()}>
          {t(isRunning ? 'running' : 'try')}
        </Button>
      </p>
    </section>
  );
}

interface KnobFieldProps {
  readonly variant: Variant;
  readonly knob: Knob;
}

/** Value of the select for no change. */
const AS_FOUND = 'asFound';

function KnobField({ variant, knob }: KnobFieldProps) {
  const t = useTranslations('incidents.knobs');
  const texts = useKnobTexts();
  const { changes, found } = useStore(incidentState);
  const id = useId();
  const chosen = changes[knob.id] ?? AS_FOUND;
  return (
    <div className={styles.knob}>
      <label htmlFor={id}>{texts.knob(knob.id)}</label>
      <Select
        id={id}
        value={chosen}
        options={[
          { id: AS_FOUND, title: t('asFound') },
          ...knob.options.map((each) => ({ id: each.id, title: texts.option(each.id) })),
        ]}
        onChoose={(next) => turn(knob.id, next === AS_FOUND ? undefined : next)}
      />
      {chosen !== AS_FOUND && (
        <Steps variant={variant} knob={knob.id} option={chosen} scenario={found?.scenario} />
      )}
    </div>
  );
}

interface StepsProps {
  readonly variant: Variant;
  readonly knob: string;
  readonly option: string;
  readonly scenario: unknown;
}

/** Settings that a knob changes, with their values. Those of the workload would give the fault away. */
function Steps({ variant, knob, option, scenario }: StepsProps) {
  const t = useTranslations('incidents.knobs');
  const words = useWords();
  const steps = stepsOf(variant, scenario, knob, option).filter(({ path }) => path.startsWith('client.'));
  return steps.map(({ path, from, to }) => {
    const field = fieldNamed(path);
    const text = (value: Json | undefined) =>
      value === undefined ? '–' : field ? valueText(field, value, words) : String(value);
    return (
      <small key={path}>
        {t('step', {
          setting: field ? words.field(field) : path,
          from: text(from),
          to: text(to),
        })}
      </small>
    );
  });
}
