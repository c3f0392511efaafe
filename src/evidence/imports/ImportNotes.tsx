import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { useWords } from '../../ui/texts.tsx';
import styles from './Imports.module.css';
import { checkLaw } from './littles-law.ts';
import type { ImportNote, Overlay, TimesIn } from './overlay.ts';
import { acceptCallers, showParts } from './overlays.ts';

/**
 * Notes on an imported file: its unit and how it is known, the check by Little's law, parts and proposals.
 */
export function ImportNotes({ overlay }: { readonly overlay: Overlay }) {
  return <Notes overlay={overlay} />;
}

/** Most names of parts that a label lists. */
const NAMES = 5;
const shown = (unit: string): string => (unit === 'us' ? 'µs' : unit);

function Notes({ overlay }: { readonly overlay: Overlay }) {
  const t = useTranslations('imports');
  const words = useWords();
  const { id, format, times = [], notes = [], points, parts } = overlay;
  const law = points.map((point) => checkLaw(point)).find((check) => check !== undefined);
  const proposed = points.find(({ proposedCallers }) => proposedCallers)?.proposedCallers;
  const number = (value: number) => words.number(Number(value.toPrecision(4)));
  return (
    <div className={styles.notes}>
      <ul>
        {sentencesOf(times).map(({ unit, of, basis }) => (
          <li key={`${of} ${unit}`}>
            {of === undefined
              ? t(`known.${basis}`, { unit: shown(unit), format })
              : t('known.column', { of, unit: shown(unit), basis })}
          </li>
        ))}
        {notes.map((note) => (
          <li key={JSON.stringify(note)}>{t(`notes.${note.code}`, factsOf(note))}</li>
        ))}
        {law && (
          <li>
            {t(law.agrees ? 'law.agrees' : 'law.differs', {
              name: law.name,
              perSec: number(law.perSec),
              response: number(law.responseUs),
              inFlight: number(law.inFlight),
              callers: words.number(law.callers),
            })}
          </li>
        )}
      </ul>
      {parts && (
        <label className={styles.parts}>
          <Checkbox
            isOn={parts.some((part) => points.includes(part))}
            onChange={(isOn) => showParts(id, isOn)}
          />
          {t('parts', {
            names:
              parts
                .slice(0, NAMES)
                .map(({ name }) => name)
                .join(', ') + (parts.length > NAMES ? ` … (${parts.length})` : ''),
          })}
        </label>
      )}
      {proposed && (
        <p className={styles.ways}>
          {t('callers.text', { from: proposed.from, value: words.number(proposed.value) })}
          <Button onClick={() => acceptCallers(id)}>{t('callers.accept')}</Button>
        </p>
      )}
    </div>
  );
}

/** One sentence for a whole file, or one per column where columns differ. */
const sentencesOf = (times: readonly TimesIn[]): readonly TimesIn[] => {
  const [first] = times;
  const isOne = times.every(({ unit, basis }) => unit === first?.unit && basis === first.basis);
  return first && isOne ? [{ unit: first.unit, basis: first.basis }] : times;
};

const factsOf = ({ facts }: ImportNote): Record<string, string | number> => ({ ...facts });
