import { useStore } from 'zustand';
import type { Player } from '../../playback/player.ts';
import { readBookmarks } from '../../scenario/bookmarks.ts';
import { experiment } from '../../stores/experiment.ts';
import { focus } from '../../stores/focus.ts';
import { PartTexts } from '../shared/PartTexts.tsx';
import { usePlayhead } from '../stage/use-playhead.ts';
import { MarkNews } from './MarkNews.tsx';
import { PointedInstant } from './PointedInstant.tsx';
import styles from './ScrubMarks.module.css';

/** What is to be found on the bar of the run: bookmarks, where A has changed, where B begins to differ, what is selected, what is pointed at. */
export function ScrubMarks({ player }: { readonly player: Player }) {
  const { endNs } = usePlayhead(player);
  const branchNs = useStore(experiment, (state) => state.branchNs);
  const earlier = useStore(experiment, (state) => state.earlier);
  const span = useStore(focus, ({ selected }) => selected?.span);
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const marks = useStore(focus, (state) => state.marks);
  const percent = (ns: number) => `${(100 * ns) / endNs}%`;
  const isMarking = useStore(focus, ({ lastMark }) => lastMark !== undefined);
  return (
    <>
      {isMarking && (
        <PartTexts part="describe">
          <MarkNews />
        </PartTexts>
      )}
      {readBookmarks(marks).map((ns) => (
        <span
          key={ns}
          className={styles.bookmark}
          style={{ insetInlineStart: percent(Math.min(ns, endNs)) }}
        />
      ))}
      {[...new Set(earlier.map(({ untilNs }) => untilNs))].map((ns) => (
        <span key={ns} className={styles.change} style={{ insetInlineStart: percent(ns) }} />
      ))}
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
        <>
          <span className={styles.pointed} style={{ insetInlineStart: percent(pointedNs) }} />
          <PartTexts part="selection">
            <PointedInstant player={player} />
          </PartTexts>
        </>
      )}
    </>
  );
}
