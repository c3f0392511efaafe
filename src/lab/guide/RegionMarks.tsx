import type { SceneLayout } from '../../stage/places.ts';
import type { Picked } from '../../stage/regions.ts';
import { areasOf, regionOf } from '../../stage/regions.ts';
import styles from './RegionMarks.module.css';

/** Frames around a part of the stage, over its canvas. */
export function RegionMarks({ layout, picked }: { readonly layout: SceneLayout; readonly picked: Picked }) {
  return areasOf(layout, regionOf(layout.run, picked)).map(({ x, y, w, h }) => (
    <span
      key={`${x} ${y}`}
      className={styles.mark}
      style={{ left: x - 3, top: y - 3, width: w + 6, height: h + 6 }}
    />
  ));
}
