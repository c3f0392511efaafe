import { loadSources, translatedSource } from '../i18n/cost-sources.ts';
import type { Help } from '../i18n/explanation-texts.ts';
import { choiceHelp, fieldHelp, loadHelp } from '../i18n/explanations.ts';
import type { Field } from '../model/scenario/fields.ts';
import { useWords } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';

/** The source of a cost, in the reader's language if there is a translation. */
export function CostSource({ source }: { readonly source: string }) {
  const { language } = useWords();
  const texts = useLoaded(loadSources, language);
  const translated = texts && translatedSource(texts, source);
  return translated === undefined ? <span lang="en">{source}</span> : <span>{translated}</span>;
}

export type Subject =
  | { readonly field: Field; readonly choice?: string }
  | { readonly preset: string }
  | { readonly pair: string }
  | { readonly figure: keyof Help['figures'] };

/** Explains a subject in one or two sentences; empty until the explanations are loaded. */
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
