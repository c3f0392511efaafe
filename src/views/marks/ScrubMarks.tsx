import { useStore } from 'zustand';
import type { Player } from '../../playback/player.ts';
import { experiment } from '../../stores/experiment.ts';
import { focus } from '../../stores/focus.ts';
import { usePlayhead } from '../stage/use-playhead.ts';
import styles from './ScrubMarks.module.css';

/** What is to be found on the bar of the run: where B begins to differ, what is selected, what is pointed at. */
export function ScrubMarks({ player }: { readonly player: Player }) {
  const { endNs } = usePlayhead(player);
  const branchNs = useStore(experiment, (state) => state.branchNs);
  const span = useStore(focus, ({ selected }) => selected?.span);
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const percent = (ns: number) => `${(100 * ns) / endNs}%`;
  return (
    <>
      {branchNs !== undefined && (
        <span className={styles.branch} style={{ insetInlineStart: percent(branchNs) }} />
      )}
      {span && (
        <span
          className={styles.selected}
          style={{ insetInlineStart: percent(span[0]), inlineSize: percent(span[1] - span[0]) }}
        />
      )}
      {pointedNs !== undefined && (
        <span className={styles.pointed} style={{ insetInlineStart: percent(pointedNs) }} />
      )}
    </>
  );
}
