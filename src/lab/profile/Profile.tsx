import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { SideName } from '../../model/scenario/problem.ts';
import { Guarded } from '../../ui/Guarded.tsx';
import { useStore } from '../../ui/use-store.ts';
import { RunFiles } from '../export/RunFiles.tsx';
import { focus } from '../marks/focus-state.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { FlameChart } from './FlameChart.tsx';
import styles from './Profile.module.css';
import { type CpuProfile, profileCpu } from './profile.ts';
import { StateShares } from './StateShares.tsx';

/** The panel of CPU time: its activities, and the states of each class of threads. */
export function Profile() {
  const t = useTranslations('profile.flame');
  const shown = useShownSides();
  const { profiles, missing } = useProfiles();
  const visible = useMemo(() => profiles.filter(({ side }) => shown.includes(side)), [profiles, shown]);
  return (
    <div className={styles.profile}>
      {shown.some((side) => !missing.includes(side) && !visible.some((each) => each.side === side)) && (
        <p role="status">{t('counting')}</p>
      )}
      {missing
        .filter((side) => shown.includes(side))
        .map((side) => (
          <p key={side}>{t('none', { side: side.toUpperCase() })}</p>
        ))}
      {visible.length > 0 && <FlameChart profiles={visible} />}
      <StateShares />
      <Guarded name="export">
        <RunFiles of="cpu" />
      </Guarded>
    </div>
  );
}

/** A selection is profiled when it has not changed for this time, ms. */
const SETTLED_MS = 150;

/** The profiles of both sides, or of their selected part, once available. */
function useProfiles() {
  const player = useStore(run, (state) => state.player);
  const span = useStore(focus, ({ selected }) => selected?.span);
  const [profiles, setProfiles] = useState<readonly CpuProfile[]>([]);
  /** Sides without data in the selection. */
  const [missing, setMissing] = useState<readonly SideName[]>([]);
  useEffect(() => {
    let isWanted = true;
    setProfiles([]);
    setMissing([]);
    // A selection that is being dragged changes with every move.
    const timer = setTimeout(
      () => {
        for (const { id } of player?.tracks ?? []) {
          profileCpu(id, () => isWanted, span).then((profile) => {
            if (!isWanted) return;
            if (!profile) setMissing((old) => [...old, id]);
            else
              setProfiles((old) =>
                [...old, profile].sort((one, other) => one.side.localeCompare(other.side)),
              );
          });
        }
      },
      span ? SETTLED_MS : 0,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [player, span]);
  return { profiles, missing };
}
