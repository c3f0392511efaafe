import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { ui } from '../../stores/ui.ts';
import styles from './Announcer.module.css';

/** How long an answer stays on screen, ms. */
const SHOWN_MS = 6000;

/** The one live region of the page. What it says can also be seen for a while, when somebody has just asked for it. */
export function Announcer() {
  const announcement = useStore(ui, (state) => state.announcement);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    setIsShown(announcement.isVisible);
    if (!announcement.isVisible) return;
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <div aria-live="polite" className={isShown ? styles.note : 'visually-hidden'}>
      {announcement.text}
    </div>
  );
}
