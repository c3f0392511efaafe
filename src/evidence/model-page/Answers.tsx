import { useTranslations } from 'use-intl';
import { phases } from '../../model/engine/generated/abi.ts';
import { fieldNamed, fields } from '../../model/scenario/fields.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { evidence } from '../reproductions/evidence-state.ts';
import styles from './Model.module.css';
import { versions } from './model-card.ts';

const profileCount = fieldNamed('costs.profile')?.choices.length ?? 0;
const costCount = fields.filter(({ path }) => path.startsWith('costs.overrides.')).length;

/** Purpose and limits of the model, and the amount of its evidence. */
export function Answers() {
  const t = useTranslations('model.answers');
  const { count } = useWords();
  const claims = useStore(evidence, (state) => state.claims.length);
  const rows = useStore(evidence, (state) => state.judgement?.rows ?? 0);
  const facts = {
    version: versions.engine,
    format: versions.format,
    phases: count(phases.length),
    profiles: count(profileCount),
    costs: count(costCount),
    claims: count(claims),
    rows: count(rows),
  };
  return (
    <>
      <p>{t('does')}</p>
      <p>{t('not')}</p>
      <p>{t('how')}</p>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`facts.${name as keyof typeof facts}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
