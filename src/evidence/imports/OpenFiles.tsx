import { useTranslations } from 'use-intl';
import { useStore } from '../../ui/use-store.ts';
import styles from './Imports.module.css';
import { answerUnit, dropQuestion, removeOverlay } from './overlays.ts';
import { overlays } from './overlays-state.ts';
import { UnitQuestion } from './UnitQuestion.tsx';

export interface OpenFilesProps {
  /** Called with the id of a file that was read after the answer. */
  readonly onRead: (id: string) => void;
}

/** Files that are being read, and those that wait for the unit of their times. */
export function OpenFiles({ onRead }: OpenFilesProps) {
  const isEmpty = useStore(
    overlays,
    ({ open, reading, tables }) =>
      open.length === 0 && reading.length === 0 && !Object.values(tables).some(({ question }) => question),
  );
  const t = useTranslations('imports');
  const open = useStore(overlays, (state) => state.open);
  const reading = useStore(overlays, (state) => state.reading);
  const tables = useStore(overlays, (state) => state.tables);
  const all = useStore(overlays, (state) => state.overlays);
  if (isEmpty) return null;
  const answered = (id: string, unit: Parameters<typeof answerUnit>[1]) =>
    void answerUnit(id, unit).then((read) => read !== undefined && onRead(read));
  return (
    <div className={styles.open}>
      <p role="status">{reading.length > 0 && t('reading', { name: reading[0] ?? '' })}</p>
      {open.map(({ id, source, question }) => (
        <UnitQuestion
          key={id}
          source={source}
          question={question}
          onAnswer={(unit) => answered(id, unit)}
          onLeave={() => dropQuestion(id)}
        />
      ))}
      {Object.entries(tables).map(
        ([id, { question }]) =>
          question && (
            <UnitQuestion
              key={id}
              source={all.find((overlay) => overlay.id === id)?.source ?? ''}
              question={question}
              onAnswer={(unit) => answered(id, unit)}
              onLeave={() => removeOverlay(id)}
            />
          ),
      )}
    </div>
  );
}
