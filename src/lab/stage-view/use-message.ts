import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '../../lib/format.ts';
import { formatList } from '../../lib/languages.ts';
import type { Message } from '../../stage/message.ts';
import type { Translate } from '../../stage/text.ts';

/** Translates keys that the scene builds at run time; the catalogue's type accepts only literal keys. */
export function useTranslate(): Translate {
  const t = useTranslations();
  return useMemo(() => (key, values) => t(key as Parameters<typeof t>[0], values as never), [t]);
}

/** Turns messages of the scene into text. */
export function useMessage(): (message: Message) => string {
  const translate = useTranslate();
  const locale = useLocale();
  return useMemo(() => {
    const say = ({ key, values }: Message): string => {
      if (!values) return translate(key);
      const entries = Object.entries(values).map(([name, value]): [string, string | number] => {
        if (typeof value !== 'object') return [name, value];
        return [name, 'ns' in value ? formatDuration(value.ns, locale) : say(value)];
      });
      return translate(key, Object.fromEntries(entries));
    };
    return say;
  }, [translate, locale]);
}

/** Joins parts of a sentence by the rules of the language. */
export function useList(): (parts: readonly string[]) => string {
  const locale = useLocale();
  return useMemo(() => (parts) => formatList(locale, parts), [locale]);
}
