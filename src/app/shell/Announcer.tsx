import { useEffect } from 'react';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './Announcer.module.css';
import { KeyAnnouncer } from './KeyAnnouncer.tsx';

/** How long a notice stays on screen, ms. */
const SHOWN_MS = 6000;

/** The page's live region, and beside it what is also shown for a while. */
export function Announcer() {
  const announcement = useStore(ui, (state) => state.announcement);
  const notice = useStore(ui, (state) => state.notice);
  const pressed = useStore(ui, (state) => state.pressed);
  useEffect(() => {
    if (notice.text === '') return;
    const timer = setTimeout(() => ui.setState({ notice: { text: '' } }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <>
      <div aria-live="polite" className="visually-hidden">
        {announcement.text}
      </div>
      {pressed && <KeyAnnouncer pressed={pressed} />}
      {notice.text !== '' && (
        <div className={styles.notice} aria-hidden="true">
          {notice.text}
        </div>
      )}
    </>
  );
}
