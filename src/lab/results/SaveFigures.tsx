import { useTranslations } from 'use-intl';
import { SaveTable } from '../export/SaveTable.tsx';
import { useFigures } from '../shared/use-figures.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { figuresTable } from './figures-table.ts';
import { nameFacts } from './rows.ts';

/** The figures of both runs as a file, exact. */
export function SaveFigures() {
  const t = useTranslations('results');
  const own = useTranslations('export.figures');
  const { a, b } = useFigures();
  const sides = useShownSides();
  const shown = sides.map((id) => ({ id, summary: { a, b }[id].summary }));
  const table = () =>
    figuresTable(shown, {
      caption: t('caption'),
      quantity: t('columns.quantity'),
      difference: t('columns.difference'),
      unit: own('unit'),
      half: (side) => own('half', { side }),
      row: (id) => t(`rows.${id}`, nameFacts(shown)),
      share: (row) => own('busyShare', { row }),
      resource: (name) => t(`resources.${name}`),
    });
  return (
    <SaveTable
      table={{ id: 'figures', title: t('caption'), description: t('caption'), table, isOfFigures: true }}
    />
  );
}
