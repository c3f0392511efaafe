import { useMemo } from 'react';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './RunSilhouette.module.css';
import { mostOf, silhouetteOf, steps } from './silhouette.ts';

/**
 * The preview on the run bar: completions as an area, the longest queue as a line; A upwards, B downwards, on
 * one scale.
 */
export function RunSilhouette({ endNs }: { readonly endNs: number }) {
  const sides = useShownSides();
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const drawn = useMemo(() => {
    const found = sides.flatMap((side) => {
      const { summary } = { a, b }[side];
      return summary ? [{ side, ...silhouetteOf(summary) }] : [];
    });
    const most = {
      answers: mostOf(found.map(({ answers }) => answers)),
      queue: mostOf(found.map(({ queue }) => queue)),
    };
    return found.map(({ side, intervalNs, answers, queue }) => {
      const across = { intervalNs, endNs, direction: side === 'a' ? 1 : -1 } as const;
      return {
        side,
        area: steps(answers, { ...across, most: most.answers }),
        line: steps(queue, { ...across, most: most.queue }),
      };
    });
  }, [sides, a, b, endNs]);
  return (
    <svg className={styles.silhouette} viewBox="0 -1 1 2" preserveAspectRatio="none" aria-hidden="true">
      {drawn.map(({ side, area, line }) => (
        <g key={side} data-side={side} data-stale={{ a, b }[side].isStale}>
          <path className={styles.area} d={area} />
          <path className={styles.line} d={line} />
        </g>
      ))}
    </svg>
  );
}
