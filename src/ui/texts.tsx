/** Texts and number formats in the reader's language, for components. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { IntlProvider } from 'use-intl';
import { choiceLabel, fieldLabel, fieldSearchText } from '../i18n/field-names.ts';
import { sentenceFor } from '../i18n/sentence.ts';
import type { Catalogue, PresetTexts } from '../i18n/texts.ts';
import { formatCount, formatDuration, formatInstant, formatNumber, formatShare } from '../lib/format.ts';
import type { Language } from '../lib/languages.ts';
import { type Field, fieldNamed } from '../model/scenario/fields.ts';
import type { Problem } from '../model/scenario/problem.ts';

/** Names and numbers that do not come from a message. */
export interface Words {
  readonly language: Language;
  readonly presets: PresetTexts;
  readonly group: (name: string) => string;
  readonly field: (field: Field) => string;
  /** Everything by which a field is found, in lower case. */
  readonly searchText: (field: Field) => string;
  readonly choice: (field: Field, value: string) => string;
  /** The name of the field at a path. */
  readonly labelOf: (path: string) => string | undefined;
  /** The sentence of a problem: what is wrong, why, and what to do. */
  readonly sentence: (problem: Problem) => string;
  /** @param step of the axis, if it labels a tick */
  readonly number: (value: number, step?: number) => string;
  readonly count: (value: number) => string;
  /** A duration in ns. */
  readonly duration: (ns: number) => string;
  /**
   * An instant of a run in a unit for `endNs`, with enough digits to distinguish it from one at this
   * distance; all in ns.
   */
  readonly instant: (ns: number, apartNs: number, endNs?: number) => string;
  /** Both ends of a part of a run, ns, as instants with digits for a hundred places in it. */
  readonly ends: (span: readonly [number, number]) => { readonly from: string; readonly to: string };
  /** A share (0 … 1) in per cent. */
  readonly percent: (share: number) => string;
}

const WordsContext = createContext<Words | undefined>(undefined);

export function useWords(): Words {
  const words = useContext(WordsContext);
  if (!words) throw new Error('no language is loaded');
  return words;
}

function wordsOf(language: Language, { fields: names, presets, issues }: Catalogue): Words {
  const instant = (ns: number, apartNs: number, endNs = ns) => formatInstant(ns, apartNs, endNs, language);
  const label = (field: Field) => fieldLabel(names, field) ?? field.path;
  const labelOf = (path: string) => {
    // A neighbour has the settings of a client, and its own round-trip time.
    const own = path.replace(/^neighbours\.\d+\.rttUs$/, 'network.rttUs').replace(/^neighbours\.\d+\./, '');
    const field = fieldNamed(own);
    return field && label(field);
  };
  return {
    language,
    presets,
    group: (name) => names.groups[name] ?? name,
    field: label,
    searchText: (field) => fieldSearchText(names, field),
    choice: (field, value) => choiceLabel(names, field, value) ?? value,
    labelOf,
    sentence: (problem) => sentenceFor(problem, language, issues, { labelOf }),
    number: (value, step) => formatNumber(value, language, step),
    count: (value) => formatCount(value, language),
    duration: (ns) => formatDuration(ns, language),
    instant,
    ends: ([from, to]) => {
      const apart = (to - from) / 100;
      return { from: instant(from, apart, to), to: instant(to, apart, to) };
    },
    percent: (share) => formatShare(share, language),
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
