import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Marks what lies over the whole page: while it is there, nothing outside of it can have the focus. */
export const OVER_PAGE = { 'data-over-page': '' };

const isOver = (element: Element): boolean => element.closest('[data-over-page]') !== null;

/** Of a menu or a note, which are gone by then, the button that has opened it. */
function lasting(element: Element): Element {
  const layer = element.closest('[role=menu], [role=dialog]');
  if (!layer) return element;
  // While a menu closes, its button does not control it any more, but still names it.
  const named = layer.role === 'menu' && document.getElementById(layer.getAttribute('aria-labelledby') ?? '');
  const trigger = document.querySelector(`[aria-controls="${layer.id}"]`) ?? (named || undefined);
  return trigger ? lasting(trigger) : element;
}

/** The button of the menu that has the focus, until something else gets it. */
let menuButton: Element | undefined;

/**
 * Watches which menu has the focus, while the page is there: a menu may be gone before the dialog is rendered that its item opens.
 * @returns ends it
 */
export function watchMenus(): () => void {
  const come = ({ target }: FocusEvent) => {
    menuButton = target instanceof Element && target.closest('[role=menu]') ? lasting(target) : undefined;
  };
  document.addEventListener('focusin', come);
  return () => document.removeEventListener('focusin', come);
}

/** What has the focus, or the button of the menu that has just lost it by going away. */
const focused = (): Element | null =>
  document.activeElement === document.body ? (menuButton ?? document.body) : document.activeElement;

/** What has the focus, and what that is in: where one goes when it is gone. */
interface Place {
  readonly element: HTMLElement;
  readonly around: HTMLElement | null | undefined;
}

function placeOf(target: Element | null): Place | undefined {
  const element = target && lasting(target);
  if (!(element instanceof HTMLElement)) return undefined;
  return { element, around: element.parentElement?.closest<HTMLElement>('[tabindex]:not(main)') };
}

/** Neither taken away nor hidden. Older browsers cannot tell what is hidden. */
const canTake = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility?.() !== false;

/** The openers of the dialogs that are on the page. */
const openers = new Set<RefObject<Place | undefined>>();

/** Whether a dialog was opened from something that is no longer there, such as another dialog. */
const isGone = ({ current: place }: RefObject<Place | undefined>): boolean =>
  !place?.element.isConnected || place.element === document.body;

/**
 * Where the focus goes when a dialog over the page closes: to what had it before, whether that was pressed or a key was, and where that
 * is gone to what it was in, or else to the beginning of the page's contents. Radix would only go back to a button of its own.
 * @returns what the dialog's content does as `onCloseAutoFocus`
 */
export function useOpener(): (event: Event) => void {
  // What counts is the first time, when the dialog itself is not there yet.
  const opener = useRef(placeOf(focused()));
  useLayoutEffect(() => {
    openers.add(opener);
    return () => void openers.delete(opener);
  }, []);
  // An action of the dialog may move the focus out of it before it closes, or a menu return it late: Radix takes it back at once.
  useEffect(() => {
    const come = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isOver(target)) return;
      queueMicrotask(() => {
        if (document.activeElement !== target) opener.current = placeOf(target);
      });
    };
    document.addEventListener('focusin', come);
    return () => document.removeEventListener('focusin', come);
  }, []);
  return (event) => {
    event.preventDefault();
    // Radix calls this a moment after the dialog has closed: another one, opened from it or since then, goes back to its opener.
    for (const other of openers) if (isGone(other)) other.current = opener.current;
    // The focus stays in that dialog, or where an action of this one has moved it.
    if (document.activeElement !== document.body) return;
    const { element, around } = opener.current ?? {};
    // The page's main part is there whatever is laid out anew in it.
    const place = [element, around].find((each) => each && canTake(each)) ?? document.getElementById('main');
    place?.focus({ preventScroll: true });
  };
}
