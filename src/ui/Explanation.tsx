import type { Help } from '../i18n/explanation-texts.ts';
import { choiceHelp, fieldHelp, loadHelp } from '../i18n/help.ts';
import type { Field } from '../model/scenario/fields.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

export type Subject =
  | { readonly field: Field; readonly choice?: string }
  | { readonly preset: string }
  | { readonly pair: string }
  | { readonly figure: keyof Help['figures'] };

/** What something is, in a sentence or two; nothing until the explanations are loaded. */
export function Explanation(subject: Subject) {
  const { language } = useWords();
  const help = useLoaded(loadHelp, language);
  if (!help) return null;
  if ('preset' in subject) return help.presets[subject.preset];
  if ('pair' in subject) return help.notices[subject.pair];
  if ('figure' in subject) return help.figures[subject.figure];
  const { field, choice } = subject;
  return choice === undefined ? fieldHelp(help, field) : choiceHelp(help, field, choice);
}
