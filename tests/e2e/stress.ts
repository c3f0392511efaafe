/** Texts as another language would bring them: twice as long, or from right to left. And what such texts break. */
import type { Page } from '@playwright/test';

export type Stress = 'double' | 'rtl';

/** From the next document on, every text with letters is shown in the mode, also what is written later. Marks are not texts. */
export async function underStress(page: Page, stress: Stress): Promise<void> {
  await page.addInitScript((mode) => {
    // Private marks, so that a text is not changed again.
    const [SEEN, RIGHT_TO_LEFT, END] = ['\u2060', '\u202e', '\u202c'];
    const stressed = (text: string) =>
      mode === 'double' ? `${SEEN}${text} ${text.trim()}` : `${SEEN}${RIGHT_TO_LEFT}${text}${END}`;
    const change = (node: Node) => {
      const text = node.nodeValue ?? '';
      if (text.startsWith(SEEN) || !/\p{L}/u.test(text) || node.parentElement?.closest('script, style, svg'))
        return;
      node.nodeValue = stressed(text);
    };
    const changeIn = (root: Node) => {
      if (root.nodeType === Node.TEXT_NODE) return change(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) change(node);
    };
    const watch = () => {
      if (mode === 'rtl') document.documentElement.dir = 'rtl';
      changeIn(document.body);
      new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          if (type === 'characterData') change(target);
          else for (const node of addedNodes) changeIn(node);
      }).observe(document.body, { characterData: true, childList: true, subtree: true });
    };
    addEventListener('DOMContentLoaded', watch);
  }, stress);
}

/** What does not fit: the page is wider than its window, a control's text is cut off or spills out, texts lie over each other. */
export const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ${(element.textContent ?? '').trim().slice(0, 50)}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);

    /** The part of a rectangle that is not cut off by what scrolls or hides; undefined when nothing is left. */
    const seen = (element: Element, box: DOMRect) => {
      let { left, top, right, bottom } = box;
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        const around = at.getBoundingClientRect();
        if (overflowX !== 'visible')
          [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
        if (overflowY !== 'visible')
          [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
        if (position === 'fixed') break;
      }
      return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : undefined;
    };
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden, canvas, svg');

    for (const control of document.querySelectorAll<HTMLElement>(
      'button, a, summary, label, th, [role=tab], [role=menuitem]',
    )) {
      if (!isShown(control) || control.title !== '' || getComputedStyle(control).display === 'inline')
        continue;
      if (control.scrollWidth > control.clientWidth + 2 && control.clientWidth > 0)
        found.push(
          `cut off or spilling by ${control.scrollWidth - control.clientWidth} px: ${name(control)}`,
        );
      else if (control.scrollHeight > control.clientHeight + 4 && control.clientHeight > 0)
        found.push(`cut off below by ${control.scrollHeight - control.clientHeight} px: ${name(control)}`);
      // What hides without scrolling takes it away for good.
      const box = control.getBoundingClientRect();
      for (let at = control.parentElement; at; at = at.parentElement) {
        if (!/hidden|clip/.test(getComputedStyle(at).overflowX)) continue;
        const around = at.getBoundingClientRect();
        const lost = Math.max(around.left - box.left, box.right - around.right);
        if (lost > 2) found.push(`${Math.round(lost)} px hidden: ${name(control)}`);
      }
    }

    interface Text {
      readonly element: Element;
      readonly box: { left: number; top: number; right: number; bottom: number };
    }
    const texts: Text[] = [];
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.nodeValue?.trim() || !isShown(element)) continue;
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        const visible = seen(element, box);
        if (visible) texts.push({ element, box: visible });
      }
    }
    for (const [i, one] of texts.entries())
      for (const other of texts.slice(i + 1)) {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        // Lines stand closer than their letters are high.
        if (
          wide < 3 ||
          high < 7 ||
          one.element.contains(other.element) ||
          other.element.contains(one.element)
        )
          continue;
        // What stays in sight while the rest is scrolled lies over it on purpose.
        const over = (element: Element) => {
          let at: Element | null = element;
          while (at && !/fixed|sticky/.test(getComputedStyle(at).position)) at = at.parentElement;
          return at;
        };
        if (over(one.element) !== over(other.element)) continue;
        found.push(`over each other: ${name(one.element)} | ${name(other.element)}`);
      }
    return [...new Set(found)];
  });
