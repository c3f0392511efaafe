/** The terms on the page, found in its text. */

import type { TermTexts } from '../../i18n/terms.ts';
import { type Finder, finderOf, mentionsIn } from './marks.ts';

/** A mention of a term on the page. */
export interface Mention {
  readonly id: string;
  readonly range: Range;
}

/**
 * Elements without marks: a press there has another action, code is no text, and lessons mark their own
 * terms.
 */
const APART =
  'a, button, input, textarea, select, summary, code, pre, kbd, svg, header nav, [role=dialog], [aria-hidden=true], .visually-hidden, [data-own-terms]';
/**
 * In each of these a term is marked once. Headings are included, so that their look does not depend on
 * earlier text.
 */
const PART = 'h2, h3, section, aside, article, form, fieldset, table, figure, li, main, body';

/** Finds the terms in one language. */
export const termFinder = (texts: TermTexts): Finder =>
  finderOf(Object.fromEntries(Object.entries(texts).map(([id, { marks }]) => [id, marks])));

/** Every mention in one text node. */
function mentionsOf(node: Text, finder: Finder): Mention[] {
  return mentionsIn(node.data, finder).map(({ id, from, to }) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return { id, range };
  });
}

/** The mentions of a page: each term once in each of its parts. */
export const mentionsOn = (root: Element, finder: Finder): Mention[] => [...eachText(root, finder)].flat();

/**
 * The mentions of a page text by text, so that a long page can be searched in parts.
 * @param nearOnly leaves out texts far from the window: the browser lays them out when it is asked whether they are visible
 */
export function* eachText(root: Element, finder: Finder, nearOnly = false): Generator<Mention[]> {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const known = new Map<Element | null, Set<string>>();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    const mentions =
      node instanceof Text && node.length >= 2 && parent && !parent.closest(APART)
        ? mentionsOf(node, finder)
        : [];
    if (mentions.length === 0 || !parent?.checkVisibility({ contentVisibilityAuto: nearOnly })) {
      yield [];
      continue;
    }
    const part = parent.closest(PART);
    const marked = known.get(part) ?? new Set();
    known.set(part, marked);
    yield mentions.filter(({ id }) => !marked.has(id) && marked.add(id));
  }
}

/** The term at a point of the window. */
export function mentionAt(x: number, y: number, finder: Finder): Mention | undefined {
  const node = textAt(x, y);
  if (!node || node.parentElement?.closest(APART)) return undefined;
  // The nearest letter may be far from the point.
  return mentionsOf(node, finder).find(({ range }) =>
    [...range.getClientRects()].some((box) => isIn(box, x, y)),
  );
}

/** Whether a point of the window is in a rectangle. */
export const isIn = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** The text node at a point; browsers have two names for this function. */
function textAt(x: number, y: number): Text | undefined {
  const node = document.caretPositionFromPoint
    ? document.caretPositionFromPoint(x, y)?.offsetNode
    : document.caretRangeFromPoint?.(x, y)?.startContainer;
  return node instanceof Text ? node : undefined;
}
