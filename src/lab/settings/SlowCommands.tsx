import { useTranslations } from 'use-intl';
import { meanOf } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Knob } from './Knob.tsx';
import type { MainKnob } from './knobs.ts';
import styles from './SlowCommands.module.css';
import { useSide } from './use-knob.ts';

export interface SlowCommandsProps {
  /** The share of the commands, and their execution time. */
  readonly knobs: readonly MainKnob[];
}

/** Whether a preset uses the second command for something that is not slower: a write among reads, a read beside PUBLISH. */
function hasAnotherUse({ workload: { command, second } }: Scenario): boolean {
  const isSlow = second.blockMs > 0 || meanOf(second.execUs) > meanOf(command.execUs);
  return second.share > 0 && !isSlow;
}

/** One main setting of two numbers: the share of slow commands × their execution time. */
export function SlowCommands({ knobs }: SlowCommandsProps) {
  const t = useTranslations('lab.knobs.slow');
  const sides = { a: useSide('a'), b: useSide('b') };
  const isOther = useShownSides().some((name) => sides[name] && hasAnotherUse(sides[name].base));
  return (
    <fieldset className={styles.slow}>
      <legend className={styles.legend}>{t(isOther ? 'second' : 'label')}</legend>
      {knobs.map(({ paths, unit, slow }) => (
        <Knob key={slow} paths={paths} unit={unit} name={slow && t(slow)} />
      ))}
    </fieldset>
  );
}
