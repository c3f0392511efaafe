import { useLocale, useTranslations } from 'use-intl';
import { formatCount } from '../../lib/format.ts';
import type { Player, Side } from '../../model/playback/player.ts';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { countAt, havePartsOf, PLACES, partsOf, placeOf, placesTable } from './instant-tables.ts';
import { SaveInstant } from './SaveInstant.tsx';
import styles from './StageText.module.css';
import type { SideInfo } from './stage-side.ts';
import { usePlayhead } from './use-playhead.ts';

interface PlaceTableProps {
  readonly player: Player;
  readonly sides: readonly SideInfo[];
}

/** The number of requests in each place, side by side. */
export function PlaceTable({ player, sides }: PlaceTableProps) {
  const t = useTranslations();
  const locale = useLocale();
  usePlayhead(player);
  const tracks = sides.flatMap(({ id }) => player.tracks.filter((track) => track.id === id));
  const sorting = useSorting<'place' | Side>();
  const places = sorting.rows(PLACES, (place, column) => {
    if (column === 'place') return t(placeOf(tracks, place));
    const track = tracks.find(({ id }) => id === column);
    return track && countAt(track.frame, place);
  });
  const cell = (count: number) => (count === 0 ? '–' : formatCount(count, locale));
  const title = t('describe.text.places');
  const table = () =>
    placesTable(tracks, {
      caption: title,
      place: t('describe.text.place'),
      total: t('describe.text.total'),
      parts: t('describe.text.parts'),
      phase: (place) => t(place),
    });
  return (
    <>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <SortHeader column="place" sorting={sorting}>
              {t('describe.text.place')}
            </SortHeader>
            {tracks.map(({ id }) => (
              <SortHeader key={id} column={id} sorting={sorting} className={styles.number}>
                {id.toUpperCase()}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place}>
              <th scope="row">{t(placeOf(tracks, place))}</th>
              {tracks.map(({ id, frame }) => (
                <td key={id} className={styles.number}>
                  {cell(countAt(frame, place))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {havePartsOf(tracks) && (
            <tr>
              <th scope="row">{t('describe.text.parts')}</th>
              {tracks.map(({ id, frame }) => (
                <td key={id} className={styles.number}>
                  {cell(partsOf(frame))}
                </td>
              ))}
            </tr>
          )}
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
