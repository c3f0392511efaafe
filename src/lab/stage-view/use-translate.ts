import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Translate } from '../../stage/text.ts';

/** Translates keys that the scene builds at run time; the catalogue's type accepts only literal keys. */
export function useTranslate(): Translate {
  const t = useTranslations();
  return useMemo(() => (key, values) => t(key as Parameters<typeof t>[0], values as never), [t]);
}
