/** The page's words and number formats in the reader's language, for components. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { IntlProvider } from 'use-intl';
import { type Catalogue, choiceLabel, fieldLabel, type PresetTexts } from '../../i18n/catalogue.ts';
import { formatCount, formatDuration, formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/languages.ts';
import { type Field, fieldNamed } from '../../scenario/fields.ts';

/** Names and numbers that do not come from a message. */
export interface Words {
  readonly language: Language;
  readonly presets: PresetTexts;
  readonly group: (name: string) => string;
  readonly field: (field: Field) => string;
  readonly choice: (field: Field, value: string) => string;
  /** The name of the field that a path means. */
  readonly labelOf: (path: string) => string | undefined;
  readonly number: (value: number) => string;
  readonly count: (value: number) => string;
  /** A span of time given in ns. */
  readonly duration: (ns: number) => string;
  /** A share (0 … 1) in per cent. */
  readonly percent: (share: number) => string;
}

const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('no language is loaded');
  return words;
}

function wordsOf(language: Language, catalogue: Catalogue): Words {
  const percentage = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 3 });
  const labelOf = (path: string) => {
    const field = fieldNamed(path);
    return field && fieldLabel(catalogue, field);
  };
  return {
    language,
    presets: catalogue.presets,
    group: (name) => catalogue.fields.groups[name] ?? name,
    field: (field) => fieldLabel(catalogue, field),
    choice: (field, value) => choiceLabel(catalogue, field, value),
    labelOf,
    number: (value) => formatNumber(value, language),
    count: (value) => formatCount(value, language),
    duration: (ns) => formatDuration(ns, language),
    percent: (share) => percentage.format(share),
  };
}

export interface TextsProps {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly children: ReactNode;
}

export function Texts({ language, catalogue, children }: TextsProps) {
  const words = useMemo(() => wordsOf(language, catalogue), [language, catalogue]);
  return (
    <IntlProvider locale={language} messages={catalogue.messages} timeZone="UTC">
      <WordsContext.Provider value={words}>{children}</WordsContext.Provider>
    </IntlProvider>
  );
}
