import { type ReactNode, useEffect, useState } from 'react';
import { IntlProvider, useMessages } from 'use-intl';
import { loadPart, type PartMessages, type PartName } from '../../i18n/catalogue.ts';
import type { Language } from '../../lib/languages.ts';
import { useWords } from './texts.tsx';

export interface PartTextsProps {
  readonly part: PartName;
  /** Until the messages are there. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A part of the page with messages of its own, which are loaded with it: nothing is shown without words. Those of another
 * language take the place of the present ones when they are there, so that what was begun in the part is kept meanwhile.
 */
export function PartTexts({ part, fallback = null, children }: PartTextsProps) {
  const { language } = useWords();
  const messages = useMessages();
  const [loaded, setLoaded] = useState<{ language: Language; messages: Partial<PartMessages> }>();
  useEffect(() => {
    let isWanted = true;
    loadPart(part, language).then((own) => isWanted && setLoaded({ language, messages: own }));
    return () => {
      isWanted = false;
    };
  }, [part, language]);
  if (!loaded) return fallback;
  return (
    <IntlProvider locale={loaded.language} messages={{ ...messages, ...loaded.messages }} timeZone="UTC">
      {children}
    </IntlProvider>
  );
}
