import { type RefObject, useEffect } from 'react';

/** Where one goes on when all that one was in is gone. */
const elsewhere = () => document.getElementById('stage') ?? document.getElementById('main');

/**
 * What one presses may go away with what it did. The focus would fall to the beginning of the page then: it stays at this place, or
 * at what that is in, which is where what has come instead is; where the place has gone, too, it goes to the stage.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    const element = place.current;
    if (!element || !isThere) return;
    const home = element.closest<HTMLElement>('[tabindex]:not(main)');
    let last: EventTarget | null = element.contains(document.activeElement) ? document.activeElement : null;
    const isGone = () => last instanceof Element && !last.isConnected;
    const come = ({ target }: FocusEvent) => {
      last = target;
    };
    // Browsers say that the focus has left what is about to be taken away; whoever leaves by himself is not to be held.
    const leave = () =>
      queueMicrotask(() => {
        if (!isGone() && last !== document.activeElement) last = null;
      });
    const keep = () => {
      if (!isGone()) return;
      last = null;
      if (document.activeElement && document.activeElement !== document.body) return;
      (home?.isConnected ? home : elsewhere())?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', come);
    element.addEventListener('focusout', leave);
    return () => {
      changes.disconnect();
      element.removeEventListener('focusin', come);
      element.removeEventListener('focusout', leave);
      keep();
    };
  }, [place, isThere]);
}
