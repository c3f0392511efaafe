import { useTranslations } from 'use-intl';
import { Knob } from './Knob.tsx';
import type { MainKnob } from './knobs.ts';
import styles from './SlowCommands.module.css';

export interface SlowCommandsProps {
  /** The share of the commands, and their execution time. */
  readonly knobs: readonly MainKnob[];
}

/** One main setting of two numbers: the share of slow commands × their execution time. */
export function SlowCommands({ knobs }: SlowCommandsProps) {
  const t = useTranslations('lab.knobs.slow');
  return (
    <fieldset className={styles.slow}>
      <legend className={styles.legend}>{t('label')}</legend>
      {knobs.map(({ paths, unit, slow }) => (
        <Knob key={slow} paths={paths} unit={unit} name={slow && t(slow)} />
      ))}
    </fieldset>
  );
}
