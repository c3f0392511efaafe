import { useShownSides } from '../shared/use-shown-sides.ts';
import { WholeRun } from '../timeline/SelectionBar.tsx';
import { Comparison } from './Comparison.tsx';
import { Contrast } from './Contrast.tsx';
import { Findings } from './Findings.tsx';
import { Levers } from './Levers.tsx';
import styles from './Why.module.css';

/** The panel "Why?": the limit of each system, and the gain of each change. */
export function Why() {
  const sides = useShownSides();
  return (
    <div className={styles.why}>
      <WholeRun />
      {sides.length > 1 && <Contrast />}
      <div className={styles.findings}>
        {sides.map((side) => (
          <Findings key={side} side={side} />
        ))}
      </div>
      {sides.length > 1 && <Comparison />}
      <Levers />
    </div>
  );
}
