import { useTranslations } from 'use-intl';
import {
  effectOf,
  loadExplanations,
  loadProvenances,
  provenanceOf,
  sourceOf,
} from '../../i18n/explanations.ts';
import { distributionOf } from '../../i18n/field-names.ts';
import { allClientKeys } from '../../model/libraries/client-keys.ts';
import { hasRules } from '../../model/scenario/controls.ts';
import { loadProfiles } from '../../model/scenario/cost-profiles.ts';
import { type Field, fieldNamed } from '../../model/scenario/fields.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { canVary } from '../../model/sweep/first-axis.ts';
import { Button } from '../../ui/Button.tsx';
import { CostSource, Explanation } from '../../ui/Explanation.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useStore } from '../../ui/use-store.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { experiment } from './experiment-state.ts';
import styles from './Knob.module.css';
import { varyKnob } from './sweep-knob.ts';
import { valueText } from './value-text.ts';

const profileField = fieldNamed('costs.profile');

/** The value of a cost in a side's profile, and its source. */
function CostDefault({ field, side }: { readonly field: Field; readonly side: SideName }) {
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

/** What each client library calls a setting. */
function ClientKeys({ field }: { readonly field: Field }) {
  const keys = allClientKeys((distributionOf(field) ?? field).key);
  if (keys.length === 0) return null;
  return (
    <ul className={styles.keys}>
      {keys.map(({ library, key }) => (
        <li key={library}>
          {library} <code>{key}</code>
        </li>
      ))}
    </ul>
  );
}

export interface KnobNoteProps {
  readonly field: Field;
  /** The side whose profile has the cost. */
  readonly side: SideName;
}

/** Explains a setting: meaning, range, default, effect, and a link to an experiment. */
export function KnobNote({ field, side }: KnobNoteProps) {
  const t = useTranslations('note.knob');
  const words = useWords();
  const texts = useLoaded(loadExplanations, words.language);
  const provenances = useLoaded(loadProvenances, words.language);
  const provenance = provenances && provenanceOf(provenances, field);
  const effect = texts && effectOf(texts, field);
  return (
    <>
      <p>
        <Explanation field={field} />
      </p>
      {effect && <p>{effect}</p>}
      <ClientKeys field={field} />
      {field.min !== undefined && field.max !== undefined && (
        <p>
          {t('range', { min: valueText(field, field.min, words), max: valueText(field, field.max, words) })}
        </p>
      )}
      {field.default !== undefined && (
        <p>
          {t('default', {
            value: valueText(field, field.default, words),
            provenance: provenance ? t(`provenances.${provenance}`) : '…',
            source: (texts && sourceOf(texts, field)) ?? '…',
          })}
        </p>
      )}
      {field.key.startsWith('CostOverrides.') && <CostDefault field={field} side={side} />}
      <p>
        <code>{field.path}</code>
      </p>
      {canVary(field) && <Vary path={field.path} />}
    </>
  );
}

/** Link to the experiment on the setting; hidden where a link restricts changes, or in an embedded page. */
function Vary({ path }: { readonly path: string }) {
  const t = useTranslations('note.knob');
  const { titles } = useWords().presets;
  const { a, b } = useStore(experiment);
  const shown = useShownSides();
  const isFree = useStore(ui, ({ rules, embed }) => !hasRules(rules) && embed === undefined);
  if (!isFree) return null;
  const nameOf = (side: 'a' | 'b') => titles[{ a, b }[side]?.preset ?? ''] ?? side.toUpperCase();
  const names = Object.fromEntries(shown.map((side) => [side, `${side.toUpperCase()}: ${nameOf(side)}`]));
  return (
    <p>
      <Button variant="small" onClick={() => void varyKnob(path, names)}>
        {t('vary')}
      </Button>
    </p>
  );
}
