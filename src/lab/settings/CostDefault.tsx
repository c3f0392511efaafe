import { useTranslations } from 'use-intl';
import { loadProfiles } from '../../model/scenario/cost-profiles.ts';
import { type Field, fieldNamed } from '../../model/scenario/fields.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { CostSource } from '../../ui/CostSource.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from './experiment-state.ts';
import { valueText } from './value-text.ts';

const profileField = fieldNamed('costs.profile');

/** What a cost is in the profile of a side, and where that comes from. */
export function CostDefault({ field, side }: { readonly field: Field; readonly side: SideName }) {
  const t = useTranslations('note.knob');
  const words = useWords();
  const name = useStore(experiment, (state) => state[side]?.scenario.costs.profile);
  const profiles = useLoaded(loadProfiles, words.language);
  const id = field.path.slice(field.path.lastIndexOf('.') + 1);
  const cost = profiles?.find((profile) => profile.name === name)?.costs[id];
  if (!cost || !profileField || name === undefined) return null;
  return (
    <p>
      {t('defaultCost', {
        value: valueText(field, cost.value, words),
        profile: words.choice(profileField, name),
        provenance: t(`provenances.${cost.provenance}`),
      })}{' '}
      <CostSource source={cost.source} /> <a href="#/model/costs">{t('allCosts')}</a>
    </p>
  );
}
