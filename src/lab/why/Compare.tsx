import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { LeverId } from '../../model/explain/levers.ts';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Levers.module.css';
import { compareLever } from './trials.ts';

export interface CompareProps {
  readonly side: SideName;
  readonly changes: readonly { readonly id: LeverId; readonly name: string; readonly edits: Edits }[];
}

/** Any of the changes can be looked at on the stage, beside what it was made of. */
export function Compare({ side, changes }: CompareProps) {
  const t = useTranslations('why.levers');
  const [id, setId] = useState<LeverId>();
  const label = useId();
  const chosen = changes.find((candidate) => candidate.id === id) ?? changes[0];
  if (!chosen) return null;
  return (
    <p className={styles.bar}>
      <label htmlFor={label}>{t('compareHint')}</label>
      <select
        id={label}
        className={styles.select}
        value={chosen.id}
        onChange={(event) => setId(changes.find((candidate) => candidate.id === event.target.value)?.id)}
      >
        {changes.map((candidate) => (
          <option key={candidate.id} value={candidate.id}>
            {candidate.name}
          </option>
        ))}
      </select>
      <Button onClick={() => compareLever(side, chosen.edits)}>{t('compare')}</Button>
    </p>
  );
}
