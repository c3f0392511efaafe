import { useTranslations } from 'use-intl';
import { commandsPerRequest } from '../../model/scenario/commands.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import styles from './Headline.module.css';

export interface ComparabilityGuardProps {
  /** What is asked of the systems in which they differ besides other things; none: only what is asked differs. */
  readonly knobs: readonly { readonly path: string; readonly label: string }[];
  /** A and B. */
  readonly systems: readonly [{ readonly scenario: Scenario }, { readonly scenario: Scenario }];
}

/** Says that a difference in the results cannot be put down to one knob, or is one between requests of different sizes. */
export function ComparabilityGuard({ knobs, systems }: ComparabilityGuardProps) {
  const t = useTranslations('note.guard');
  const [a, b] = systems.map(({ scenario }) => commandsPerRequest(scenario)) as [number, number];
  const namesOf = (isRun: boolean) =>
    knobs
      .filter(({ path }) => /^(run|seed)\b/.test(path) === isRun)
      .map(({ label }) => label)
      .join(' · ');
  const [asked, measured] = [namesOf(false), namesOf(true)];
  const isKeys = systems.some(({ scenario }) => scenario.workload.batch.kind === 'multiKey');
  return (
    <p className={styles.guard} data-caution="CMP-01">
      <code>CMP-01</code> {a !== b && t('work', { a, b, of: isKeys ? 'keys' : 'commands' })}{' '}
      {asked && t('knobs', { knobs: asked })} {measured && t('measured', { knobs: measured })}
    </p>
  );
}
