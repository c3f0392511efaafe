import type { Table } from '../../charts/chart.ts';
import type { Player, Track } from '../../model/playback/player.ts';
import { presentProvenance } from '../run/provenance.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import styles from './StageText.module.css';

export interface SaveInstantProps {
  readonly id: string;
  readonly title: string;
  readonly player: Player;
  readonly tracks: readonly Track[];
  /** The data of the instant on screen; created on demand. */
  readonly table: () => Table;
}

/** Saves a table of the instant on screen, with that instant. */
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
      <SaveChart chart={{ id, title, description: title, table, provenance }} />
    </span>
  );
}
