/** Serialises drawings as text, for tests and files. */
import type { SvgNode } from './svg.ts';

const KEPT_ATTRIBUTES = new Set([
  'viewBox',
  'patternUnits',
  'patternTransform',
  'textLength',
  'lengthAdjust',
]);
const attributeName = (name: string): string =>
  KEPT_ATTRIBUTES.has(name) ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The drawing as text, one element per line. */
export function toText(node: SvgNode, indent = ''): string {
  const attributes = Object.entries(node.attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${attributeName(name)}="${escapeText(String(value))}"`)
    .join('');
  const open = `${indent}<${node.tag}${attributes}`;
  if (node.children.length === 0) return `${open} />`;
  if (node.children.every((child) => typeof child === 'string')) {
    return `${open}>${node.children.map((child) => escapeText(String(child))).join('')}</${node.tag}>`;
  }
  const inner = node.children.map((child) =>
    typeof child === 'string' ? `${indent}  ${escapeText(child)}` : toText(child, `${indent}  `),
  );
  return `${open}>\n${inner.join('\n')}\n${indent}</${node.tag}>`;
}
