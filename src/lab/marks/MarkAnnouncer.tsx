import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatMoment } from '../../lib/moment.ts';
import { readBookmarks } from '../../model/scenario/bookmarks.ts';
import { announce } from '../../ui/announce.ts';
import { useStore } from '../../ui/use-store.ts';
import { focus } from './focus-state.ts';

/** Says what the key for marks has just done, to who does not see the bar. */
export function MarkAnnouncer() {
  const t = useTranslations('describe.marks');
  const locale = useLocale();
  const last = useStore(focus, (state) => state.lastMark);
  useEffect(() => {
    if (!last) return;
    const count = readBookmarks(focus.getState().marks).length;
    announce(t(last.isSet ? 'set' : 'gone', { time: formatMoment(last.atNs, 1, locale), count }));
  }, [last, t, locale]);
  return null;
}
