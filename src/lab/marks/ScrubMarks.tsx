import { Fragment, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocale, useTranslations } from 'use-intl';
import { changeTexts } from '../../charts/change-marks.ts';
import { prose } from '../../charts/prose.ts';
import { formatMoment } from '../../lib/format.ts';
import type { Player } from '../../model/playback/player.ts';
import { readBookmarks } from '../../model/scenario/bookmarks.ts';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { instantOf } from '../run/frame-lookup.ts';
import { useChanges } from '../shared/use-changes.ts';
import { showPointed } from '../stage-view/instant.ts';
import { usePlayheadValue } from '../stage-view/use-playhead.ts';
import { focus } from './focus-state.ts';
import styles from './ScrubMarks.module.css';

/** Distinguishable instants on a chart of the whole run. */
const PLACES = 2000;

/** Shows the pointed instant on the stage, with its time. */
function PointedInstant({ player }: { readonly player: Player }) {
  const t = useTranslations('selection.instant');
  const locale = useLocale();
  const endNs = usePlayheadValue(player, (now) => now.endNs);
  const pointedNs = useStore(focus, (state) => state.pointedNs);
  const shownNs = useStore(focus, ({ instant }) => instantOf(instant));
  useEffect(() => showPointed(player), [player]);
  const stage = document.getElementById('stage');
  if (pointedNs === undefined || !stage) return null;
  const isShown = shownNs !== undefined;
  const time = formatMoment(shownNs ?? pointedNs, endNs / PLACES, locale);
  return createPortal(
    <div className={styles.frame} data-shown={isShown} data-at={shownNs}>
      <p className={styles.badge}>{t(isShown ? 'shown' : 'elsewhere', { time })}</p>
    </div>,
    stage,
  );
}

/** Announces the action of the mark key to screen readers. */
function MarkAnnouncer() {
  const t = useTranslations('transport.marks');
  const locale = useLocale();
  const last = useStore(focus, (state) => state.lastMark);
  useEffect(() => {
    if (!last) return;
    const count = readBookmarks(focus.getState().marks).length;
    announce(t(last.isSet ? 'set' : 'gone', { time: formatMoment(last.atNs, 1, locale), count }));
  }, [last, t, locale]);
  return null;
}

/** Id of the text that describes the bar's marks to screen readers. */
const CHANGES_ID = 'run-changes';

/** The marks of the run bar: bookmarks, changes of A, the branch, the selection, the pointed instant. */
export function ScrubMarks({ player }: { readonly player: Player }) {
  const endNs = usePlayheadValue(player, (now) => now.endNs);
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
        <Fragment key={`${ns} ${sides}`}>
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
              // Up to the next mark, or to the end of the bar.
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
