import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useLocale, useTranslations } from 'use-intl';
import { formatMoment } from '../../lib/moment.ts';
import type { Player } from '../../model/playback/player.ts';
import { useStore } from '../../ui/use-store.ts';
import { instantOf } from '../run/frame-lookup.ts';
import { showPointed } from '../stage-view/instant.ts';
import { usePlayhead } from '../stage-view/use-playhead.ts';
import { focus } from './focus-state.ts';
import styles from './PointedInstant.module.css';

/** Digits that tell an instant from its neighbours on a chart of the whole run. */
const PLACES = 2000;

/** Says on the stage which instant is pointed at, and has it shown there. */
export function PointedInstant({ player }: { readonly player: Player }) {
  const t = useTranslations('selection.instant');
  const locale = useLocale();
  const { endNs } = usePlayhead(player);
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
