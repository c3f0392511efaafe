import { type RefObject, useEffect } from 'react';

/** Fallback target of the focus when its surroundings are gone. */
const fallback = () => document.getElementById('stage') ?? document.getElementById('main');

/**
 * Keeps the focus when a pressed element disappears by its own action. The focus would fall to the start of
 * the page. It goes to this place or an ancestor, which holds the replacement; if the place is gone too, to
 * the stage.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    const element = place.current;
    if (!element || !isThere) return;
    const home = element.closest<HTMLElement>('[tabindex]:not(main)');
    let last: EventTarget | null = element.contains(document.activeElement) ? document.activeElement : null;
    const isDetached = () => last instanceof Element && !last.isConnected;
    const onFocusIn = ({ target }: FocusEvent) => {
      last = target;
    };
    // Browsers report a blur for an element that is being removed; a blur by the reader is not held.
    const leave = () =>
      queueMicrotask(() => {
        if (!isDetached() && last !== document.activeElement) last = null;
      });
    const keep = () => {
      if (!isDetached()) return;
      last = null;
      if (document.activeElement && document.activeElement !== document.body) return;
      (home?.isConnected ? home : fallback())?.focus({ preventScroll: true });
    };
    const changes = new MutationObserver(keep);
    changes.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', leave);
    return () => {
      changes.disconnect();
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', leave);
      keep();
    };
  }, [place, isThere]);
}
