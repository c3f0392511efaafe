import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { varyKnob } from '../../actions/sweep-knob.ts';
import { hasRules } from '../../scenario/controls.ts';
import type { Field } from '../../scenario/fields.ts';
import { experiment } from '../../stores/experiment.ts';
import { ui } from '../../stores/ui.ts';
import { canVary } from '../../sweep/first-axis.ts';
import { Button } from '../shared/Button.tsx';
import { Explanation } from '../shared/Explanation.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useWords } from '../shared/texts.tsx';
import { usePresetTexts } from '../shared/use-preset-texts.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { valueText } from './value-text.ts';

/** What is said of the main knobs: where their default comes from, and what they do. */
const SOURCES = [
  'rttUs',
  'callers',
  'ratePerSec',
  'maxTotal',
  'count',
  'loops',
  'execUs',
  'requestBytes',
  'replyBytes',
  'cores',
  'seed',
] as const;
const EFFECTS = [...SOURCES, 'profile'] as const;

/** Whether a word is the last of a path, or the last but one: `workload.command.execUs.value`. */
const isNamed = (path: string) => (name: string) => path.split('.').slice(-2).includes(name);

/** What a knob is, what it may be and is without being asked, what it does, and the way to an experiment about it. */
export function KnobNote({ field }: { readonly field: Field }) {
  return (
    <PartTexts part="note">
      <Note field={field} />
    </PartTexts>
  );
}

function Note({ field }: { readonly field: Field }) {
  const t = useTranslations('note.knob');
  const words = useWords();
  const source = SOURCES.find(isNamed(field.path));
  const effect = EFFECTS.find(isNamed(field.path));
  const value = field.default === undefined ? undefined : valueText(field, field.default, words);
  return (
    <>
      <p>
        <Explanation field={field} />
      </p>
      {effect && <p>{t(`effects.${effect}`)}</p>}
      {field.min !== undefined && field.max !== undefined && (
        <p>
          {t('range', { min: valueText(field, field.min, words), max: valueText(field, field.max, words) })}
        </p>
      )}
      {value !== undefined && (
        <p>
          {source ? t('defaultFrom', { value, source: t(`sources.${source}`) }) : t('default', { value })}
        </p>
      )}
      <p>
        <code>{field.path}</code>
      </p>
      {canVary(field) && <Vary path={field.path} />}
    </>
  );
}

/** To the experiment about the knob; none where a link narrows what may be changed, or within another page. */
function Vary({ path }: { readonly path: string }) {
  const t = useTranslations('note.knob');
  const { titles } = usePresetTexts();
  const { a, b } = useStore(experiment);
  const shown = useShownSides();
  const isFree = useStore(ui, ({ rules, embed }) => !hasRules(rules) && embed === undefined);
  if (!isFree) return null;
  const nameOf = (side: 'a' | 'b') => titles[{ a, b }[side]?.preset ?? ''] ?? side.toUpperCase();
  const names = Object.fromEntries(shown.map((side) => [side, `${side.toUpperCase()}: ${nameOf(side)}`]));
  return (
    <p>
      <Button look="small" onClick={() => void varyKnob(path, names)}>
        {t('vary')}
      </Button>
    </p>
  );
}
