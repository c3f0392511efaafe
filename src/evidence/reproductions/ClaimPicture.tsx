import { useCallback } from 'react';
import { StagePicture } from '../../lab/picture/StagePicture.tsx';
import styles from './ClaimCard.module.css';
import { scenarioOfRun } from './evidence-in-lab.ts';
import type { AnsweredClaim } from './evidence-state.ts';

/** The first system of a claim as a small still of the stage; nothing for a claim without runs. */
export function ClaimPicture({ answered: { topic, runs } }: { readonly answered: AnsweredClaim }) {
  const name = runs[0]?.name;
  const key = runs[0]?.keys[0] ?? '';
  const scenarios = useCallback(async () => {
    const scenario = name && (await scenarioOfRun({ topic: topic.id, name, key }));
    return scenario ? [scenario] : [];
  }, [topic, name, key]);
  return name === undefined ? null : (
    <div className={styles.picture}>
      <StagePicture scenarios={scenarios} />
    </div>
  );
}
