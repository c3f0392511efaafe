import { useEffect } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { announce } from '../../actions/announce.ts';
import { formatMoment } from '../../lib/moment.ts';
import { readBookmarks } from '../../scenario/bookmarks.ts';
import { focus } from '../../stores/focus.ts';
import { useStore } from '../shared/use-store.ts';

/** Says what the key for marks has just done, to who does not see the bar. */
export function MarkNews() {
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
