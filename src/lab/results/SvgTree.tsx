import { createElement } from 'react';
import type { SvgNode } from '../../charts/svg.ts';

/** Draws a chart's data as elements. */
export function SvgTree({ node }: { readonly node: SvgNode }) {
  return createElement(
    node.tag,
    node.attributes,
    ...node.children.map((child, index) =>
      // A drawing is made anew as a whole: position is the only identity its parts have.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      typeof child === 'string' ? child : <SvgTree key={index} node={child} />,
    ),
  );
}
