import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { commandsPerRequest } from '../../model/scenario/commands.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from '../settings/experiment-state.ts';
import { type Chip, useChips } from '../settings/use-chips.ts';
import { useIsPresented, useMedia } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './Headline.module.css';

interface ComparabilityGuardProps {
  /** Workload settings that differ next to other settings; empty: only the workload differs. */
  readonly knobs: readonly { readonly path: string; readonly label: string }[];
  /** A and B. */
  readonly systems: readonly [{ readonly scenario: Scenario }, { readonly scenario: Scenario }];
}

/** Warns that several settings differ, or that the requests differ in size. */
function ComparabilityGuard({ knobs, systems }: ComparabilityGuardProps) {
  const t = useTranslations('note.guard');
  const [a, b] = systems.map(({ scenario }) => commandsPerRequest(scenario)) as [number, number];
  const namesOf = (isRun: boolean) =>
    knobs
      .filter(({ path }) => /^(run|seed)\b/.test(path) === isRun)
      .map(({ label }) => label)
      .join(' · ');
  const [workloadNames, measured] = [namesOf(false), namesOf(true)];
  const isKeys = systems.some(({ scenario }) => scenario.workload.batch.kind === 'multiKey');
  return (
    <p className={styles.guard} data-caution="CMP-01">
      {a !== b && t('work', { a, b, of: isKeys ? 'keys' : 'commands' })}{' '}
      {workloadNames && t('knobs', { knobs: workloadNames })} {measured && t('measured', { knobs: measured })}{' '}
      <ProblemCode code="CMP-01" />
    </p>
  );
}

/** Differences shown before the rest is collapsed. */
const SHOWN = 5;
/** In the presenter view the stage needs the room; differences in the warning need no chip. */
const SHOWN_GUARDED = 2;
/** Where they have one line, which scrolls (`Headline.module.css`). */
const ONE_LINE = '(max-width: 699px)';
/** Workload, run length and seed: where these differ, results are not comparable. */
const isDemand = ({ path }: Chip): boolean => /^(workload|run|seed)\b/.test(path);
/**
 * Load model, commands per request, run length: even as the only difference they are more than a setting of
 * the system.
 */
const isOtherDemand = ({ path }: Chip): boolean => /^(workload\.(arrivals\.kind|batch)|run)\b/.test(path);

/** Differences of the client are the subject of the comparison. */
const isClient = ({ path }: Chip): boolean => path.startsWith('client.');

/**
 * Differences between the two systems, generated from the scenarios.
 * @param isGuarded whether different workloads are reported (CMP-01)
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
  const isGuarded = canGuard && demands.length > 0 && (chips.length > 1 || chips.some(isOtherDemand));
  const named =
    isGuarded && isPresenting && demands.length < chips.length
      ? chips.filter((chip) => !isDemand(chip)).slice(0, SHOWN_GUARDED)
      : chips.slice(0, SHOWN);
  const isOtherWork = canGuard && commandsPerRequest(a.scenario) !== commandsPerRequest(b.scenario);
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
      {(isGuarded || isOtherWork) && <ComparabilityGuard knobs={isGuarded ? demands : []} systems={[a, b]} />}
    </div>
  );
}
