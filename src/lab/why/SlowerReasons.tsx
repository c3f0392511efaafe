import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isHollow } from '../../charts/named-rows.ts';
import { type Slower, slowerBecause } from '../../model/explain/slower.ts';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { gainOf, type Quantity } from '../../model/sweep/effects.ts';
import { Pool } from '../../model/workers/pool.ts';
import { useWords } from '../../ui/texts.tsx';
import { newEngine } from '../run/engines.ts';
import { normalize } from '../run/normalize.ts';
import { run } from '../run/run-state.ts';
import { experiment } from '../settings/experiment-state.ts';
import styles from './Levers.module.css';
import type { Tried } from './trial-results.ts';
import type { Single } from './trials-state.ts';

/**
 * The reason; undefined where the two runs show none, or where the system is a branch, which has no run of
 * its own.
 */
async function slowerWith(side: SideName, edits: Edits): Promise<Slower | undefined> {
  const { [side]: now, branchNs } = experiment.getState();
  const { summary, isStale } = run.getState()[side];
  if (!now || !summary || isStale || branchNs !== undefined) return undefined;
  const { scenario } = await normalize(applyEdits(now.scenario, edits));
  if (!scenario) return undefined;
  const pool = new Pool(1, newEngine);
  try {
    const changed = await pool.run(scenario);
    return slowerBecause({ scenario: now.scenario, summary }, { scenario, summary: changed.summary });
  } catch {
    // Without that run there is no reason to show; its gain is known all the same.
    return undefined;
  } finally {
    pool.close();
  }
}

const NS_PER_US = 1000;

interface SlowerReasonsProps {
  readonly side: SideName;
  readonly tried: readonly Tried[];
  readonly quantity: Quantity;
}

/** Costs whose removal slows the system significantly, with the reason from the runs. */
export function SlowerReasons({ side, tried, quantity }: SlowerReasonsProps) {
  const losing = tried.filter(
    ({ single, effect: { from, to, half }, effect }) =>
      single.isCost && gainOf(effect, quantity) < 1 && half !== undefined && !isHollow(to - from, half),
  );
  if (quantity === 'p99') return null;
  return losing.map(({ single, isExact }) => (
    <Reason key={single.id} side={side} single={single} isExact={isExact} />
  ));
}

interface ReasonProps {
  readonly side: SideName;
  readonly single: Single;
  readonly isExact: boolean;
}

function Reason({ side, single: { id, edits }, isExact }: ReasonProps) {
  const t = useTranslations('why');
  const words = useWords();
  const [reason, setReason] = useState<Slower>();
  // Every report creates the change again: compare by value.
  const text = JSON.stringify(edits);
  const change = useMemo(() => JSON.parse(text), [text]);
  useEffect(() => {
    let isWanted = true;
    setReason(undefined);
    slowerWith(side, change).then((found) => isWanted && setReason(found));
    return () => {
      isWanted = false;
    };
  }, [side, change]);
  if (!reason) return null;
  const time = (us: number) => words.duration(us * NS_PER_US);
  const { resource, isShared, fromUs, toUs, grown } = reason;
  const facts = {
    name: t(`levers.names.${id}`),
    isExact: isExact ? 'yes' : 'no',
    resource: t(`resources.${isShared ? 'sharedCores' : resource}`),
    from: time(fromUs),
    to: time(toUs),
    work: t(`contrast.works.${grown.work}`),
    workFrom: time(grown.fromUs),
    workTo: time(grown.toUs),
    // In the model, the work inside a write() depends on that alone.
    isLoopback: id === 'rttZero' && grown.work === 'write' ? 'yes' : 'no',
  };
  return <p className={styles.key}>{t('levers.slower', facts)}</p>;
}
