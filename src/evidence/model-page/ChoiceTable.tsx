import { useTranslations } from 'use-intl';
import { type Field, fieldNamed } from '../../model/scenario/fields.ts';
import { Explanation } from '../../ui/Explanation.tsx';
import { useWords } from '../../ui/texts.tsx';
import styles from './Model.module.css';

export interface ChoiceTableProps {
  readonly caption: string;
  /** Settings that are choices; with more than one, each is named above its values. */
  readonly paths: readonly string[];
}

/** The values of settings, with their help texts. */
export function ChoiceTable({ caption, paths }: ChoiceTableProps) {
  const t = useTranslations('model.modelled');
  const words = useWords();
  const found = paths.map(fieldNamed).filter((field): field is Field => field !== undefined);
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('choice')}</th>
          <th scope="col">{t('meaning')}</th>
        </tr>
      </thead>
      {found.map((field) => (
        <tbody key={field.path}>
          {found.length > 1 && (
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={2}>
                {words.field(field)}
              </th>
            </tr>
          )}
          {field.choices.map((choice) => (
            <tr key={choice}>
              <th scope="row">{words.choice(field, choice)}</th>
              <td>
                <Explanation field={field} choice={choice} />
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
