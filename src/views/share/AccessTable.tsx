import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { type Access, accessOf } from '../../scenario/controls.ts';
import { fieldAt, fieldNamed } from '../../scenario/fields.ts';
import type { Choices } from '../../scenario/student-rules.ts';
import { experiment, SIDES } from '../../stores/experiment.ts';
import { ui } from '../../stores/ui.ts';
import { MAIN_KNOBS } from '../scenario/knobs.ts';
import { Button } from '../shared/Button.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './ShareDialog.module.css';

const ACCESSES: readonly Access[] = ['free', 'locked', 'hidden'];

/** The controls of the panel of knobs, in its order: what is compared, the main knobs there are, new luck, all settings. */
function controlNames(): readonly string[] {
  const state = experiment.getState();
  const knobs = MAIN_KNOBS.flatMap(({ paths }) =>
    paths.filter((path) => SIDES.some((side) => fieldAt(state[side]?.scenario, path))),
  );
  return ['pair', ...knobs, 'luck', 'all'];
}

/** What the opened link itself leaves to the reader. */
export const presentChoices = (): Choices =>
  new Map(controlNames().map((name) => [name, accessOf(ui.getState().rules, name)]));

export interface AccessTableProps {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Control by control, whether it may be changed, is only seen, or is not there. */
export function AccessTable({ choices, onChange }: AccessTableProps) {
  const t = useTranslations('share.access');
  const id = useId();
  const nameOf = useControlName();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{t('title')}</h3>
      <p className={styles.note}>{t('intro')}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('control')}</th>
            {ACCESSES.map((access) => (
              <th key={access} scope="col">
                <Button
                  look="small"
                  title={t('every', { access: t(access) })}
                  onClick={() => onChange(new Map([...choices.keys()].map((name) => [name, access])))}
                >
                  {t(access)}
                </Button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...choices].map(([name, chosen]) => (
            <tr key={name}>
              <th scope="row">{nameOf(name)}</th>
              {ACCESSES.map((access) => (
                <td key={access}>
                  <input
                    type="radio"
                    name={`${id}${name}`}
                    aria-label={`${nameOf(name)}: ${t(access)}`}
                    checked={chosen === access}
                    onChange={() => onChange(new Map(choices).set(name, access))}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function useControlName(): (name: string) => string {
  const t = useTranslations('share.access');
  const lab = useTranslations('lab');
  const words = useWords();
  return (name) => {
    if (name === 'pair') return lab('pair.label');
    if (name === 'luck') return lab('knobs.newSeed');
    if (name === 'all') return t('all');
    const field = fieldNamed(name);
    return field ? words.field(field) : name;
  };
}
