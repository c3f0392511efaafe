import { useTranslations } from 'use-intl';
import { type Figures, meets } from './board.ts';
import type { Goal } from './scene.ts';
import { useDriveTexts } from './use-drive-texts.ts';

interface GoalResultProps {
  readonly figures: Figures | null;
  readonly goal: Goal;
}

/** The goal of a driven system, and whether its last run met it. */
export function GoalResult({ figures, goal }: GoalResultProps) {
  const t = useTranslations('drive.goal');
  const text = useDriveTexts();
  const isMet = meets(figures, goal);
  return (
    <p>
      {t('line', { goal: text.goal(goal) })}{' '}
      <strong role="status">{isMet === undefined ? '' : t(isMet ? 'met' : 'missed')}</strong>
    </p>
  );
}
