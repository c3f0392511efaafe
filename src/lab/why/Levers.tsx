import { useId, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { NEEDED } from '../../model/explain/cautions.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { hasBounds, minCompletions, QUANTITIES, type Quantity } from '../../model/sweep/effects.ts';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { Select } from '../../ui/Select.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { TargetInput } from '../figures/TargetInput.tsx';
import { experiment } from '../settings/experiment-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Levers.module.css';
import { type ResultsProps, SingleChanges } from './SingleChanges.tsx';
import { StackedChanges } from './StackedChanges.tsx';
import { TrialControls } from './TrialControls.tsx';
import { trialKey } from './trials.ts';
import { type Extent, type Trial, trials } from './trials-state.ts';

const EXTENTS = ['alone', 'together'] as const satisfies readonly Extent[];

/** "Why?": the same run without each of its costs and without all of them, and the gain of each. */
export function Levers() {
  const t = useTranslations('why.levers');
  const sides = useShownSides();
  const { side: chosen, extent } = useStore(trials);
  const side = sides.includes(chosen) ? chosen : (sides[0] ?? 'a');
  const quantity = useQuantity(side);
  const trial = useTrial(side);
  const id = useId();
  return (
    <section className={styles.levers} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {t('title')}
      </h3>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={styles.settings}>
        {sides.length > 1 && (
          <Choice
            label={t('side')}
            of={sides}
            chosen={side}
            onChoose={(name) => trials.setState({ side: name })}
          >
            {(name) => <SideBadge side={name} />}
          </Choice>
        )}
        <Choice
          label={t('extent')}
          of={EXTENTS}
          chosen={extent}
          onChoose={(name) => trials.setState({ extent: name })}
        >
          {(name) => t(`extents.${name}`)}
        </Choice>
        <p className={styles.figure}>
          <label htmlFor={`${id}f`}>{t('figure')}</label>
          <Select
            id={`${id}f`}
            value={quantity}
            options={QUANTITIES.map((id) => ({ id, title: t(`quantities.${id}`) }))}
            onChoose={(quantity) => trials.setState({ quantity })}
          />
        </p>
        <TargetInput />
      </div>
      <TrialControls side={side} extent={extent} quantity={quantity} trial={trial} />
      {trial && <Results side={side} extent={extent} quantity={quantity} trial={trial} />}
    </section>
  );
}

/** The metric that changes are sorted by: p99 where it is what matters, unless another was chosen. */
function useQuantity(side: SideName): Quantity {
  const chosen = useStore(trials, (state) => state.quantity);
  const hasTarget = useStore(ui, ({ sloNs }) => sloNs !== undefined);
  const isOpen = useStore(experiment, (state) => state[side]?.scenario.workload.arrivals.kind === 'open');
  // The throughput of an open workload is that of its arrivals.
  return chosen ?? (hasTarget || isOpen ? 'p99' : 'throughput');
}

/** The newest trial of a side's current state. */
function useTrial(side: SideName): Trial | undefined {
  const state = useStore(experiment);
  const all = useStore(trials, (state) => state.trials);
  const key = useMemo(() => state[side] && trialKey(state[side].scenario, state), [state, side]);
  return all.find((trial) => trial.scenario === key);
}

interface ChoiceProps<Name> {
  readonly label: string;
  readonly of: readonly Name[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: (name: Name) => React.ReactNode;
}

function Choice<Name extends string>({ label, of, chosen, onChoose, children }: ChoiceProps<Name>) {
  return (
    <RadioGroup label={label} className={styles.choice} value={chosen} onChoose={onChoose}>
      {of.map((name) => (
        <label key={name}>
          <Radio value={name} />
          {children(name)}
        </label>
      ))}
    </RadioGroup>
  );
}

/** The requested results, unless their metric depends on the seed; a waterfall of bounds would not add up. */
function Results({ extent, ...props }: ResultsProps & { readonly extent: Extent }) {
  const t = useTranslations('why.levers');
  const { trial, quantity } = props;
  const { base, singles, steps } = trial;
  const shown = extent === 'alone' ? singles : steps;
  const systems = [base, ...shown.map(({ runs }) => runs)];
  const count = minCompletions(systems);
  if (quantity === 'p99' && count !== undefined && count < NEEDED.p99)
    return <p className={styles.key}>{t('fewAnswers', { count, needed: NEEDED.p99 })}</p>;
  if (extent === 'together' && quantity === 'p99' && hasBounds(systems))
    return <p className={styles.key}>{t('bounds')}</p>;
  return extent === 'alone' ? <SingleChanges {...props} /> : <StackedChanges {...props} />;
}
