import type { Table } from '../../charts/chart.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { presentProvenance } from '../run/provenance.ts';
import { SaveTable } from '../shared/SaveButton.tsx';
import styles from './StageText.module.css';

export interface SaveInstantProps {
  readonly id: string;
  readonly title: string;
  readonly player: Player;
  readonly tracks: readonly Track[];
  /** What holds at the instant on screen; made only when it is asked for. */
  readonly table: () => Table;
}

/** A table of the instant on screen as a file, which says of which instant it is. */
export function SaveInstant({ id, title, player, tracks, table }: SaveInstantProps) {
  const provenance = () =>
    presentProvenance(
      title,
      title,
      tracks.map((track) => track.id),
      player.timeNs,
    );
  return (
    <span className={styles.save}>
      <SaveTable table={{ id, title, description: title, table, provenance }} />
    </span>
  );
}
