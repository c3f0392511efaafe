import { Fragment } from 'react';
import { changeTexts } from '../../charts/change-marks.ts';
import { prose } from '../../charts/prose.ts';
import type { Player } from '../../model/playback/player.ts';
import { readBookmarks } from '../../model/scenario/bookmarks.ts';
import { useStore } from '../../ui/use-store.ts';
import { useChanges } from '../shared/use-changes.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import { focus } from './focus-state.ts';
import { MarkAnnouncer } from './MarkAnnouncer.tsx';
import { PointedInstant } from './PointedInstant.tsx';
import styles from './ScrubMarks.module.css';

/** By which the bar is described to those who do not see its marks. */
const CHANGES_ID = 'run-changes';

/** What is to be found on the bar of the run: bookmarks, where A has changed, where B begins to differ, what is selected, what is pointed at. */
export function ScrubMarks({ player }: { readonly player: Player }) {
  const { endNs } = usePlayhead(player);
  const changes = useChanges();
  const span = useStore(focus, ({ selected }) => selected?.span);
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const marks = useStore(focus, (state) => state.marks);
  const percent = (ns: number) => `${(100 * ns) / endNs}%`;
  const isMarking = useStore(focus, ({ lastMark }) => lastMark !== undefined);
  return (
    <>
      {isMarking && <MarkAnnouncer />}
      {readBookmarks(marks).map((ns) => (
        <span
          key={ns}
          className={styles.bookmark}
          style={{ insetInlineStart: percent(Math.min(ns, endNs)) }}
        />
      ))}
      {changes.map(({ ns, label, text, sides }, index) => (
        <Fragment key={ns}>
          <span
            className={sides === 'B' ? styles.branch : styles.change}
            style={{ insetInlineStart: percent(ns) }}
            title={text}
            onPointerDown={() => player.seek(ns)}
          />
          <span
            className={styles.name}
            style={{
              insetInlineStart: percent(ns),
              // Up to the next one, or to the end of the bar.
              maxInlineSize: percent((changes[index + 1]?.ns ?? endNs) - ns),
            }}
          >
            {label}
          </span>
        </Fragment>
      ))}
      <span id={CHANGES_ID} hidden>
        {prose(changeTexts(changes))}
      </span>
      {span && (
        <span
          className={styles.selected}
          style={{ insetInlineStart: percent(span[0]), inlineSize: percent(span[1] - span[0]) }}
        />
      )}
      {pointedNs !== undefined && (
        <span className={styles.pointed} style={{ insetInlineStart: percent(pointedNs) }} />
      )}
      <PointedInstant player={player} />
    </>
  );
}
