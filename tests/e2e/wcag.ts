/** Measurements of single criteria of WCAG 2.2 that axe does not have: what the accessibility statement claims follows from them. */
import type { Page } from '@playwright/test';

/** The focused element, and faults of its visibility. Undefined: the page's end, where the browser has the focus. */
export interface Stop {
  readonly name: string;
  readonly wrong: string[];
}

/** Tells of the focused element: whether a ring marks it (2.4.7), and whether any part of it is uncovered (2.4.11). */
export const focusedStop = (page: Page): Promise<Stop | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
    const name = `${focused.tagName.toLowerCase()} ${focused.ariaLabel ?? focused.textContent?.trim().slice(0, 40)}`;
    const wrong: string[] = [];
    /** The element, and what is drawn in its place: the frame around it, or its label. */
    const drawn = [focused, focused.parentElement, focused.closest('label')].filter((each) => each !== null);
    const isRinged = drawn.some((each) =>
      [undefined, '::before', '::after', '::-webkit-slider-thumb'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each, part);
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
      }),
    );
    if (!isRinged) wrong.push('no ring');
    // What is larger than the window is seen in part.
    const box = focused.getBoundingClientRect();
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const width = Math.min(innerWidth, box.right) - left;
    const height = Math.min(innerHeight, box.bottom) - top;
    const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
    const isUncovered = steps.some((x) =>
      steps.some((y) => {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        return hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.matches('label, svg'));
      }),
    );
    if (!isUncovered) wrong.push('covered');
    return { name, wrong };
  });

/** Visible words of controls that their name for screen readers lacks (2.5.3). */
export const unnamedLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      // The text of a combobox is its value, as that of a text field, not its label.
      ':is(button:not([role=combobox]), a, [role=tab], [role=radio], [role=checkbox], summary)[aria-label]',
    )) {
      if (!control.checkVisibility()) continue;
      const seen = plain(control.innerText);
      // A sign is a picture, not a label in words.
      if (!/\p{L}{2}/u.test(seen)) continue;
      if (!plain(control.ariaLabel ?? '').includes(seen)) found.push(`${seen} | ${control.ariaLabel}`);
    }
    return found;
  });

/** Targets below 24 px whose circle of 24 px meets another target (2.5.8). Links within sentences are exempt. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SIZE = 24;
    const selector = 'a[href], button, input, textarea, select, summary, [role=slider], [role=tab]';
    const targets = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches('p a, li a, td a, dd a'))
        return [];
      // Terms are words of a sentence, too; some are laid over them.
      if (getComputedStyle(element).display === 'inline' || element.matches('[data-pointer-area]')) return [];
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      // What is there for screen readers only has no size.
      if (box.width <= 1 || box.height <= 1) return [];
      return [{ element, box, x: box.left + box.width / 2, y: box.top + box.height / 2 }];
    });
    const isSmall = ({ box }: (typeof targets)[number]) => Math.min(box.width, box.height) < SIZE - 0.5;
    return targets.filter(isSmall).flatMap(({ element, box, x, y }) => {
      const met = targets.find((other) => {
        if (other.element === element || other.element.contains(element) || element.contains(other.element))
          return false;
        const dx = Math.max(other.box.left - x, 0, x - other.box.right);
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom);
        const least = isSmall(other) ? SIZE : SIZE / 2;
        return isSmall(other) ? Math.hypot(other.x - x, other.y - y) < least : Math.hypot(dx, dy) < least;
      });
      const name = element.ariaLabel ?? element.textContent?.trim().slice(0, 40);
      return met
        ? [
            `${element.tagName} ${name}: ${Math.round(box.width)} × ${Math.round(box.height)}, next to ${met.element.ariaLabel ?? met.element.textContent?.trim().slice(0, 30)}`,
          ]
        : [];
    });
  });

/** Begins the order of the tab key at the top of the page. */
export const focusTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });

/** What a press of a control may change: the page, what is open over it, and the states of the control. */
export const stateAt = (page: Page, place: number): Promise<string> =>
  page.evaluate((index) => {
    const attributes = ['aria-pressed', 'aria-checked', 'aria-selected', 'aria-expanded', 'data-state'];
    const control = document.querySelector(`[data-tried="${index}"]`);
    const states = attributes.map((name) => control?.getAttribute(name));
    const isOpen = control?.closest('details')?.open;
    const route = location.hash.replace(/\?.*/, '');
    return JSON.stringify([route, document.querySelectorAll('[role=dialog]').length, states, isOpen]);
  }, place);

/** The text spacing that 1.4.12 has readers choose. */
const WIDE_TEXT = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Widens all text. The page's policy forbids style elements. */
export const widenText = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, WIDE_TEXT);
