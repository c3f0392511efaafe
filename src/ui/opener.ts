import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Marks modal overlays: outside of them nothing can have the focus. */
export const OVER_PAGE = { 'data-over-page': '' };

const isOver = (element: Element): boolean => element.closest('[data-over-page]') !== null;

/** The element, or the button that opened it if it is in a menu or a note, which will be gone. */
function lasting(element: Element): Element {
  const layer = element.closest('[role=menu], [role=dialog]');
  if (!layer) return element;
  // A closing menu is no longer controlled by its button, but still labelled by it.
  const named = layer.role === 'menu' && document.getElementById(layer.getAttribute('aria-labelledby') ?? '');
  const trigger = document.querySelector(`[aria-controls="${layer.id}"]`) ?? (named || undefined);
  return trigger ? lasting(trigger) : element;
}

/** The button of the menu that has the focus, until the focus moves. */
let menuButton: Element | undefined;

/**
 * Tracks which menu has the focus: it may be gone before the dialog of its item renders.
 * @returns stops it
 */
export function watchMenus(): () => void {
  const onFocusIn = ({ target }: FocusEvent) => {
    menuButton = target instanceof Element && target.closest('[role=menu]') ? lasting(target) : undefined;
  };
  document.addEventListener('focusin', onFocusIn);
  return () => document.removeEventListener('focusin', onFocusIn);
}

/** The focused element, or the button of the menu that has just closed. */
const focused = (): Element | null =>
  document.activeElement === document.body ? (menuButton ?? document.body) : document.activeElement;

/** The focused element and its ancestor, as a fallback. */
interface Place {
  readonly element: HTMLElement;
  readonly ancestor: HTMLElement | null | undefined;
}

function placeOf(target: Element | null): Place | undefined {
  const element = target && lasting(target);
  if (!(element instanceof HTMLElement)) return undefined;
  return { element, ancestor: element.parentElement?.closest<HTMLElement>('[tabindex]:not(main)') };
}

/** Neither removed nor hidden. Older browsers cannot tell what is hidden. */
const canTake = (element: HTMLElement): boolean =>
  element.isConnected && element.checkVisibility?.() !== false;

/** The openers of the open dialogs. */
const openers = new Set<RefObject<Place | undefined>>();

/** Whether a dialog's opener is gone, such as another dialog. */
const isDetached = ({ current: place }: RefObject<Place | undefined>): boolean =>
  !place?.element.isConnected || place.element === document.body;

/**
 * Returns the focus when a modal dialog closes: to the element that had it, else to its ancestor, else to the
 * start of the main content. Radix returns it only to its own trigger.
 * @returns the content's `onCloseAutoFocus` handler
 */
export function useOpener(): (event: Event) => void {
  // Read on the first render, before the dialog exists.
  const opener = useRef(placeOf(focused()));
  useLayoutEffect(() => {
    openers.add(opener);
    return () => void openers.delete(opener);
  }, []);
  // An action of the dialog may move the focus out before it closes, or a menu return it late: Radix takes it
  // back at once.
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || isOver(target)) return;
      queueMicrotask(() => {
        if (document.activeElement !== target) opener.current = placeOf(target);
      });
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, []);
  return (event) => {
    event.preventDefault();
    // Radix calls this a moment after the dialog has closed: another dialog opened since then inherits the
    // opener.
    for (const other of openers) if (isDetached(other)) other.current = opener.current;
    // The focus stays in that dialog, or where an action of this one has moved it.
    if (document.activeElement !== document.body) return;
    const { element, ancestor } = opener.current ?? {};
    // The page's main element always exists.
    const place =
      [element, ancestor].find((each) => each && canTake(each)) ?? document.getElementById('main');
    place?.focus({ preventScroll: true });
  };
}
