import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Translate } from '../../stage/text.ts';

/** Translates keys that the scene has put together; the catalogue's type knows only written ones. */
export function useTranslate(): Translate {
  const t = useTranslations();
  return useMemo(() => (key, values) => t(key as Parameters<typeof t>[0], values as never), [t]);
}
