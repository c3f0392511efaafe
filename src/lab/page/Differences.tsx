import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { commandsPerRequest } from '../../model/scenario/derived.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useStore } from '../../ui/use-store.ts';
import { type Comparability, comparabilityOf } from '../results/comparability.ts';
import { experiment } from '../settings/experiment-state.ts';
import { type Chip, useChips } from '../settings/use-chips.ts';
import { useIsPresented, useMedia } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

interface ComparabilityGuardProps {
  readonly comparability: Comparability<Chip>;
  /** A and B. */
  readonly scenarios: readonly [Scenario, Scenario];
}

const labelsOf = (chips: readonly Chip[]): string => chips.map(({ label }) => label).join(' · ');

/** Says what of A and B cannot be compared, and why. */
function ComparabilityGuard({ comparability, scenarios }: ComparabilityGuardProps) {
  const t = useTranslations('lab.guard');
  const { workload, measured, isOtherSize, isOtherCallers } = comparability;
  const [a, b] = scenarios.map(commandsPerRequest) as [number, number];
  // Each instance of a client has callers of its own.
  const [callersOfA, callersOfB] = scenarios.map(
    ({ client, workload: { arrivals } }) => arrivals.callers * client.instances,
  ) as [number, number];
  const isKeys = scenarios.some((scenario) => scenario.workload.batch.kind === 'multiKey');
  const isOther = workload.length > 0;
  return (
    <p className={styles.guard} data-caution="CMP-01">
      {isOtherSize && t('work', { a, b, of: isKeys ? 'keys' : 'commands' })}{' '}
      {isOtherCallers && !isOther && t('callers', { a: callersOfA, b: callersOfB })}{' '}
      {isOther && t('knobs', { knobs: labelsOf(workload) })}{' '}
      {measured.length > 0 && t('measured', { knobs: labelsOf(measured) })} <ProblemCode code="CMP-01" />
    </p>
  );
}

/** Differences shown before the rest is collapsed. */
const SHOWN = 5;
/** In the presenter view the stage needs the room; differences in the warning need no chip. */
const SHOWN_GUARDED = 2;
/** Where they have one line, which scrolls (`Headline.module.css`). */
const ONE_LINE = '(max-width: 699px)';
/** Workload, run length and seed: the guard names these. */
const isDemand = ({ path }: Chip): boolean => /^(workload|run|seed)\b/.test(path);

/** Differences of the client are the subject of the comparison. */
const isClient = ({ path }: Chip): boolean => path.startsWith('client.');

/**
 * Differences between the two systems, generated from the scenarios.
 * @param isGuarded whether it is said what cannot be compared (CMP-01)
 */
export function Differences({ isGuarded: canGuard = true }: { readonly isGuarded?: boolean }) {
  const t = useTranslations('lab.diff');
  const { a, b } = useStore(experiment);
  const isPresenting = useIsPresented();
  const isOneLine = useMedia(ONE_LINE);
  const isComparing = useShownSides().length > 1;
  const [showsAll, setShowsAll] = useState(false);
  const all = useChips(a?.scenario, b?.scenario);
  if (!a || !b || !isComparing) return null;
  const chips = [...all.filter(isClient), ...all.filter((chip) => !isClient(chip))];
  const demands = chips.filter(isDemand);
  const comparability = comparabilityOf(chips, a.scenario, b.scenario);
  const isGuarded = canGuard && (comparability.level !== 'all' || comparability.measured.length > 0);
  const named =
    isGuarded && isPresenting && demands.length < chips.length
      ? chips.filter((chip) => !isDemand(chip)).slice(0, SHOWN_GUARDED)
      : chips.slice(0, SHOWN);
  const others = chips.length - named.length;
  return (
    <div className={styles.differences}>
      <h2 className="visually-hidden">{t('label')}</h2>
      {chips.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.chips} tabIndex={isOneLine ? 0 : undefined}>
        {(showsAll ? chips : named).map((chip) => (
          <li
            key={chip.path}
            className={styles.chip}
            title={t('fromTo', { label: chip.label, a: chip.from, b: chip.to })}
          >
            {chip.label} <SideBadge side="a" /> {chip.from} <SideBadge side="b" /> {chip.to}
          </li>
        ))}
        {others > 0 && (
          <li>
            <Button
              variant="small"
              className={styles.more ?? ''}
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {t(showsAll ? 'fewer' : 'more', { count: others })}
            </Button>
          </li>
        )}
      </ul>
      {isGuarded && <ComparabilityGuard comparability={comparability} scenarios={[a.scenario, b.scenario]} />}
    </div>
  );
}
