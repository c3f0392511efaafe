import type { SideName } from '../model/scenario/problem.ts';
import { Button } from './Button.tsx';
import { SideBadge } from './SideBadge.tsx';
import styles from './SideButtons.module.css';

export interface SideButtonsProps {
  readonly label: string;
  readonly sides: readonly SideName[];
  readonly chosen: SideName;
  readonly onChoose: (side: SideName) => void;
}

/** Chooses the side of requests or threads: one button for each visible system, none without a choice. */
export function SideButtons({ label, sides, chosen, onChoose }: SideButtonsProps) {
  if (sides.length < 2) return null;
  return (
    <fieldset className={styles.sides} aria-label={label}>
      {sides.map((side) => (
        <Button key={side} variant="small" aria-pressed={side === chosen} onClick={() => onChoose(side)}>
          <SideBadge side={side} />
        </Button>
      ))}
    </fieldset>
  );
}
