import { type FormEvent, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Radio, RadioGroup } from '../../../ui/RadioGroup.tsx';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import { MAX_EVIDENCE } from '../grade.ts';
import { CAUSES, OBSERVATIONS, type Observation } from '../incident.ts';
import { chooseCause, nameEvidence, submitDiagnosis } from './actions.ts';
import styles from './Incidents.module.css';
import { incidentState } from './incident-state.ts';
import { useKnobTexts } from './use-incident-texts.ts';

/** Id of the sentence that says how many observations can be chosen. */
const EVIDENCE_NOTE = 'incident-evidence-note';

/** Cause, evidence and remedy. */
export function Diagnosis() {
  const t = useTranslations('incidents.diagnosis');
  const causeText = useTranslations('incidents.causes');
  const knobText = useTranslations('incidents.knobs');
  const texts = useKnobTexts();
  const { cause, changes, isRunning } = useStore(incidentState);
  const id = useId();
  const remedy = Object.entries(changes).map(
    ([knob, option]) => `${texts.knob(knob)}: ${texts.option(option)}`,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!cause) announce(t('first'), { isVisible: true });
    else if (!isRunning) void submitDiagnosis();
  };
  return (
    <form className={styles.section} aria-labelledby={id} onSubmit={submit}>
      <h2 id={id}>{t('title')}</h2>
      <h3 id={`${id}cause`}>{t('cause')}</h3>
      <RadioGroup labelledBy={`${id}cause`} className={styles.options} value={cause} onChoose={chooseCause}>
        {CAUSES.map((each) => (
          <label key={each} className={styles.option}>
            <Radio value={each} />
            <span>{causeText(each)}</span>
          </label>
        ))}
      </RadioGroup>
      <h3 id={`${id}evidence`}>{t('evidence')}</h3>
      <p id={EVIDENCE_NOTE} className={styles.note}>
        {t('evidenceNote', { count: MAX_EVIDENCE })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: its name is the heading above */}
      <div role="group" aria-labelledby={`${id}evidence`} className={styles.options}>
        {OBSERVATIONS.map((observation) => (
          <EvidenceOption key={observation} observation={observation} />
        ))}
      </div>
      <h3>{t('remedy')}</h3>
      {remedy.length > 0 ? (
        <ul>
          {remedy.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className={styles.note}>{t('noRemedy')}</p>
      )}
      <p className={styles.actions}>
        <Button type="submit" variant="strong" aria-disabled={isRunning}>
          {isRunning ? knobText('running') : t('submit')}
        </Button>
      </p>
    </form>
  );
}

function EvidenceOption({ observation }: { readonly observation: Observation }) {
  const t = useTranslations('incidents.observations');
  const evidence = useStore(incidentState, (state) => state.evidence);
  const isNamed = evidence.includes(observation);
  const isFull = !isNamed && evidence.length >= MAX_EVIDENCE;
  const text = t(observation);
  return (
    <div className={styles.option}>
      <Checkbox
        label={text}
        isOn={isNamed}
        isDisabled={isFull}
        {...(isFull ? { describedBy: EVIDENCE_NOTE } : {})}
        onChange={(isOn) => nameEvidence(observation, isOn)}
      />
      <span aria-hidden="true">{text}</span>
    </div>
  );
}
