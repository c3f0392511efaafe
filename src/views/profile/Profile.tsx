import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { type CpuProfile, profileCpu } from '../../actions/profile.ts';
import { run } from '../../stores/run.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { FlameChart } from './FlameChart.tsx';
import styles from './Profile.module.css';
import { StateShares } from './StateShares.tsx';

/** The panel of core time: what it went into, and what each class of threads did with its time. */
export function Profile() {
  return (
    <PartTexts part="profile">
      <Parts />
    </PartTexts>
  );
}

function Parts() {
  const t = useTranslations('profile.flame');
  const shown = useShownSides();
  const profiles = useProfiles();
  const visible = useMemo(() => profiles.filter(({ side }) => shown.includes(side)), [profiles, shown]);
  return (
    <div className={styles.profile}>
      {visible.length < shown.length && <p role="status">{t('counting')}</p>}
      {visible.length > 0 && <FlameChart profiles={visible} />}
      <StateShares />
    </div>
  );
}

/** Both sides of the pair that is played, as soon as they are there. */
function useProfiles(): readonly CpuProfile[] {
  const player = useStore(run, (state) => state.player);
  const [profiles, setProfiles] = useState<readonly CpuProfile[]>([]);
  useEffect(() => {
    let isWanted = true;
    setProfiles([]);
    for (const { id } of player?.tracks ?? []) {
      profileCpu(id, () => isWanted).then((profile) => {
        if (!isWanted || !profile) return;
        setProfiles((old) => [...old, profile].sort((one, other) => one.side.localeCompare(other.side)));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [player]);
  return profiles;
}
