/** Texts as another language would bring them: longer, from right to left, or like markup. And what such texts break. */
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/lib/languages.ts';

/** Texts on the page twice as long, or from right to left; every message some 40 % longer with accents, or with markup around it. */
export type Stress = 'double' | 'rtl' | 'long' | 'xss';

/** From the next document on, every text is in the mode. */
export const underStress = (page: Page, stress: Stress): Promise<void> =>
  stress === 'long' || stress === 'xss' ? changeMessages(page, stress) : changeTexts(page, stress);

/** What every message begins and ends with in the mode `xss`. As markup it would bring elements, and call `xss`. */
export const MARKUP = ['<img src=x onerror="xss()">', '<script>xss()</script>'] as const;

/**
 * Changes the messages themselves, before anything is made of them: the page is given its own catalogues through a function. So
 * the texts of pictures, names for screen readers and sentences put together of several messages are changed, too.
 */
async function changeMessages(page: Page, stress: 'long' | 'xss'): Promise<void> {
  await page.addInitScript(
    ([mode, [before, after]]) => {
      const accented: Readonly<Record<string, string>> = { a: 'áà', e: 'éè', i: 'íì', o: 'óò', u: 'úù' };
      const changed = (text: string) =>
        mode === 'long' ? text.replace(/[aeiou]/g, (vowel) => accented[vowel] ?? vowel) : text;
      // A compiled message is a list of texts, arguments `[name]`, choices `[name, kind, options]` and tags `[name, ...inside]`.
      const inside = (node: unknown): unknown => {
        if (typeof node === 'string') return changed(node);
        if (!Array.isArray(node)) return node;
        const [name, kind, options] = node;
        if (typeof kind !== 'number' || kind === 0) return [name, ...node.slice(1).map(inside)];
        if (typeof options !== 'object') return node;
        return [
          name,
          kind,
          Object.fromEntries(Object.entries(options).map(([key, option]) => [key, message(option)])),
        ];
      };
      const message = (value: unknown): unknown => (Array.isArray(value) ? value.map(inside) : inside(value));
      const whole = (value: unknown): unknown => {
        if (mode === 'long') return message(value);
        return Array.isArray(value) ? [before, ...value, after] : `${before}${value}${after}`;
      };
      const changedTexts = (value: unknown, key?: string): unknown => {
        // How texts write a term is searched for, not shown.
        if (key === 'marks') return value;
        if (typeof value === 'string' || Array.isArray(value)) return whole(value);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(
          Object.entries(value).map(([name, text]) => [name, changedTexts(text, name)]),
        );
      };
      // Each import of a catalogue gets the same object.
      const known = new Map<unknown, unknown>();
      const stressed = (catalogue: unknown): unknown => {
        if (!known.has(catalogue)) known.set(catalogue, changedTexts(catalogue));
        return known.get(catalogue);
      };
      // What is kept for a visit without a network would answer in place of the changed catalogues.
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      Object.assign(globalThis, {
        stressed,
        xss: () => {
          throw new Error('a message was run as a script');
        },
      });
    },
    [stress, MARKUP] as const,
  );
  // A language is three files: its first texts, its later texts and its explanations (src/i18n).
  const catalogue = new RegExp(
    `/assets/(${[...LANGUAGES, 'later', 'explanations'].join('|')})-[\\w-]{8}\\.js$`,
  );
  await page.route(catalogue, async (route) => {
    // A server may close what was idle in the instant in which it is asked again.
    const response = await route.fetch({ maxRetries: 3 });
    const script = await response.text();
    // The first texts share their file with what explanations import: their default export is inside a namespace.
    const body = script
      .replace(/\bdefault:\(\)=>([\w$]+)/, 'default:()=>stressed($1)')
      .replace(/([\w$]+) as default\b([^`]*)$/, 'inStress as default$2;const inStress=stressed($1);');
    if (body === script) throw new Error(`no texts found in ${route.request().url()}`);
    await route.fulfill({ response, body });
  });
}

/** Changes every text with letters on the page, also what is written later. Marks are not texts. */
async function changeTexts(page: Page, stress: 'double' | 'rtl'): Promise<void> {
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
      // What is there for screen readers only is one pixel wide.
      if (control.clientWidth === 1) continue;
      if (control.scrollWidth > control.clientWidth + 2 && control.clientWidth > 0)
        found.push(
          `cut off or spilling by ${control.scrollWidth - control.clientWidth} px: ${name(control)}`,
        );
      else if (control.scrollHeight > control.clientHeight + 4 && control.clientHeight > 0)
        found.push(`cut off below by ${control.scrollHeight - control.clientHeight} px: ${name(control)}`);
      // What hides without scrolling takes it away for good.
      const box = control.getBoundingClientRect();
      for (let at = control.parentElement; at; at = at.parentElement) {
        const { overflowX } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowX)) break;
        if (!/hidden|clip/.test(overflowX)) continue;
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
