import { useLocale, useTranslations } from 'use-intl';
import { phases } from '../../engine/generated/abi.ts';
import { formatCount } from '../../lib/format.ts';
import type { Player } from '../../playback/player.ts';
import { placesTable } from './instant-tables.ts';
import { SaveInstant } from './SaveInstant.tsx';
import type { SideInfo } from './Stage.tsx';
import styles from './StageText.module.css';
import { usePlayhead } from './use-playhead.ts';

interface PlaceTableProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
}

/** How many requests are in each phase, side by side. */
export function PlaceTable({ player, sides }: PlaceTableProps) {
  const t = useTranslations();
  const locale = useLocale();
  usePlayhead(player);
  const tracks = sides.flatMap(({ id }) => player.tracks.filter((track) => track.id === id));
  const cell = (count: number) => (count === 0 ? '–' : formatCount(count, locale));
  const title = t('describe.text.places');
  const table = () =>
    placesTable(tracks, {
      caption: title,
      place: t('describe.text.place'),
      total: t('describe.text.total'),
      phase: (phase) => t(`phases.at.${phase}`),
    });
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('describe.text.place')}</th>
            {tracks.map(({ id }) => (
              <th key={id} scope="col" className={styles.number}>
                {id.toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {phases.map((phase, i) => (
            <tr key={phase}>
              <th scope="row">{t(`phases.at.${phase}`)}</th>
              {tracks.map(({ id, frame }) => (
                <td key={id} className={styles.number}>
                  {cell(frame.byPhase[i] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('describe.text.total')}</th>
            {tracks.map(({ id, frame }) => (
              <td key={id} className={styles.number}>
                {cell(frame.inProgress)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
      <SaveInstant {...{ id: 'places', title, player, tracks, table }} />
    </>
  );
}
