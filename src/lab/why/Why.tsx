import { useShownSides } from '../shared/use-shown-sides.ts';
import { WholeRun } from '../timeline/SelectionBar.tsx';
import { Comparison } from './Comparison.tsx';
import { Contrast } from './Contrast.tsx';
import { Findings } from './Findings.tsx';
import { Levers } from './Levers.tsx';
import { Remarks } from './Remarks.tsx';
import { Stations } from './Stations.tsx';
import styles from './Why.module.css';

/** The panel "Why?": the path with its bottleneck, what the verdict rests on, and the gain of each change. */
export function Why() {
  const sides = useShownSides();
  return (
    <div className={styles.why}>
      <WholeRun />
      <Stations />
      <div className={styles.findings}>
        {sides.map((side) => (
          <Findings key={side} side={side} />
        ))}
      </div>
      <Levers />
      {sides.length > 1 && <Contrast />}
      {sides.length > 1 && <Comparison />}
      <div className={styles.findings}>
        {sides.map((side) => (
          <Remarks key={side} side={side} />
        ))}
      </div>
    </div>
  );
}
