import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import styles from './RunFiles.module.css';
import { useRunFiles } from './use-run-files.ts';

/** Those of core time: they belong to the flame graph. */
const OF_CPU: readonly string[] = ['speedscope', 'folded'];

export interface RunFilesProps {
  /** All of them, or those of core time. */
  readonly of: 'all' | 'cpu';
}

/** The runs as files of other tools: their trace, their CPU time, their percentiles. */
export function RunFiles({ of }: RunFilesProps) {
  const t = useTranslations('export.runs');
  const all = useRunFiles();
  const [title, note] = of === 'all' ? (['title', 'recorded'] as const) : (['cpu', 'cpuRecorded'] as const);
  const files = of === 'all' ? all : all.filter(({ id }) => OF_CPU.includes(id));
  return (
    <section className={styles.files} aria-label={t(title)}>
      <h3 className={styles.title}>{t(title)}</h3>
      <p className={styles.note}>{t(note)}</p>
      <div className={styles.buttons}>
        {files.map(({ id, label, save }) => (
          <Button key={id} onClick={save}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
