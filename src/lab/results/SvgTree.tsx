import { createElement } from 'react';
import type { SvgNode } from '../../charts/svg.ts';

/** Renders a chart's data as elements. */
export function SvgTree({ node }: { readonly node: SvgNode }) {
  return createElement(
    node.tag,
    node.attributes,
    ...node.children.map((child, index) =>
      // A drawing is replaced as a whole: position is the only identity of its parts.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      typeof child === 'string' ? child : <SvgTree key={index} node={child} />,
    ),
  );
}
