import { useTranslations } from 'use-intl';
import { inLanguage } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import recorded from '../answers/generated/published.json';
import { median } from '../predict/statistics.ts';
import type { TableAnswers } from '../published/predict.ts';
import { type PublishedTable, publishedTables, type Shape } from '../published/published.ts';
import styles from './Model.module.css';

const answers: TableAnswers = recorded;

/** The median absolute error of ratios. */
const medianOf = (errors: readonly number[]): number => median(errors.map(Math.abs));

/** Tables that others measured on their machines: the error of the ratios, each shape, and the reason for each wrong one. */
export function PublishedTables() {
  const t = useTranslations('model.published');
  const { percent } = useWords();
  const errors = Object.values(answers).flatMap((answer) => answer.errors);
  return (
    <>
      <p>{t('intro')}</p>
      <p>{t('error', { median: percent(medianOf(errors)), cells: errors.length })}</p>
      <table className={`${styles.table} ${styles.errors}`}>
        <caption className="visually-hidden">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('columns.table')}</th>
            <th scope="col">{t('columns.shapes')}</th>
          </tr>
        </thead>
        <tbody>
          {publishedTables.map((table) => (
            <Row key={table.id} table={table} />
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('scatter')}</p>
    </>
  );
}

function Row({ table }: { readonly table: PublishedTable }) {
  const t = useTranslations('model.published');
  const { language, percent } = useWords();
  const { source, shapes } = table;
  const { errors = [], holds = [] } = answers[table.id] ?? {};
  return (
    <tr>
      <th scope="row">
        {inLanguage(table.title, language)}
        <small>
          {source.published}: <a href={source.url}>{source.name}</a>
        </small>
        {errors.length > 0 && (
          <small>{t('error', { median: percent(medianOf(errors)), cells: errors.length })}</small>
        )}
      </th>
      <td>
        <ul>
          {shapes.map((shape, index) => (
            <ShapeLine key={shape.statement.en} shape={shape} holds={holds[index] === true} />
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** A shape, whether the model has it, and otherwise why not. */
function ShapeLine({ shape, holds }: { readonly shape: Shape; readonly holds: boolean }) {
  const t = useTranslations('model.published');
  const { language } = useWords();
  const statement = inLanguage(shape.statement, language);
  return (
    <li data-holds={holds}>
      {holds ? t('right', { statement }) : <b>{t('wrong', { statement })}</b>}
      {!holds && shape.because && <small>{inLanguage(shape.because, language)}</small>}
    </li>
  );
}
