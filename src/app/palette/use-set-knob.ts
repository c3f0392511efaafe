import { useTranslations } from 'use-intl';
import { showAllSettings } from '../../lab/keyboard/commands.ts';
import type { Field } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { announce } from '../../ui/announce.ts';
import { useWords } from '../../ui/texts.tsx';
import { setKnob } from './set-knob.ts';
import { useValueText } from './use-knob-text.ts';

/** Sets a knob and says so; a value that the engine refuses is shown beside its knob, with the reason. */
export function useSetKnob(): (field: Field, sides: readonly SideName[], value: Json) => Promise<void> {
  const t = useTranslations('palette');
  const words = useWords();
  const textOf = useValueText();
  return async (field, sides, value) => {
    const said = { label: words.field(field), value: textOf(field, value) };
    const isAccepted = await setKnob(field.path, sides, value);
    if (!isAccepted) showAllSettings();
    announce(t(isAccepted ? 'done' : 'refused', said), { isVisible: true });
  };
}
