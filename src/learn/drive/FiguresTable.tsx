import { useTranslations } from 'use-intl';
import type { Figures } from './board.ts';
import styles from './Drive.module.css';
import { useDriveTexts } from './use-drive-texts.ts';

interface FiguresTableProps {
  /** Rows with their names; null: not known yet. */
  readonly rows: readonly { readonly name: string; readonly figures: Figures | null }[];
  /** Whether a newer run is being simulated. */
  readonly isStale: boolean;
}

/** Throughput and p99 of the whole, and of a share. */
export function FiguresTable({ rows, isStale }: FiguresTableProps) {
  const t = useTranslations('drive.figures');
  const text = useDriveTexts();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td className={styles.note}>{isStale ? t('running') : ''}</td>
          <th scope="col">{t('throughput')}</th>
          <th scope="col">{t('p99')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, figures }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{figures ? text.perSecond(figures) : t('none')}</td>
            <td>{figures ? text.p99(figures) : t('none')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
