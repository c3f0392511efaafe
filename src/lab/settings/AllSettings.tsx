import { useTranslations } from 'use-intl';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './AllSettings.module.css';
import { FIELD_GROUPS } from './field-groups.ts';
import { Knob } from './Knob.tsx';

/** Every field of the schema, in groups; the form is the schema. */
export function AllSettings() {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const shown = useShownSides();
  return (
    <div className={styles.groups}>
      {FIELD_GROUPS.filter(({ side }) => !side || shown.includes(side)).map(({ id, side, paths }) => {
        const name = words.group(id);
        return (
          <fieldset key={id + side} className={styles.group}>
            <legend className={styles.legend}>
              {side ? (
                <>
                  <span className="visually-hidden">
                    {t('sideGroup', { group: name, side: side.toUpperCase() })}
                  </span>
                  <span aria-hidden="true">{name}</span>{' '}
                  <span aria-hidden="true">
                    <SideBadge side={side} />
                  </span>
                </>
              ) : (
                name
              )}
            </legend>
            {paths.map((path) => (
              <Knob key={path} paths={[path]} side={side} />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
