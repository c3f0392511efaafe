/** The element next to the stage that is explained: a legend entry or the tab of a panel. */
import { useEffect, useState } from 'react';
import { APPEARANCES, type Appearance } from '../../lib/palette.ts';
import { PANELS, type PanelName } from '../../model/scenario/panels.ts';

/** The entries of the legend, in its order. */
export const LEGEND_NAMES = [...APPEARANCES, 'dot', 'part', 'held'] as const;

export type LegendName = Appearance | 'dot' | 'part' | 'held';

export type Pointed =
  | { readonly kind: 'looks'; readonly name: LegendName }
  | { readonly kind: 'panels'; readonly name: PanelName };

/** The explainable item that contains an element. */
export function pointedAt(element: Element | null): Pointed | undefined {
  const appearance = element?.closest<HTMLElement>('[data-look]')?.dataset.look;
  const legend = LEGEND_NAMES.find((name) => name === appearance);
  if (legend) return { kind: 'looks', name: legend };
  const tab = element?.closest('#results [role=tab]')?.id;
  const panel = PANELS.find((name) => tab?.endsWith(name));
  return panel && { kind: 'panels', name: panel };
}

/**
 * The item under the mouse, a finger or the focus; it stays until another is pointed at.
 * @param other the explained part of the stage: a new one replaces the item
 */
export function usePointed(other: object): Pointed | undefined {
  const [pointed, setPointed] = useState<Pointed>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the moment when another part is chosen
  useEffect(() => setPointed(undefined), [other]);
  useEffect(() => {
    const take = ({ target }: Event) => {
      const now = pointedAt(target instanceof Element ? target : null);
      if (now) setPointed((before) => (before?.name === now.name ? before : now));
    };
    const events = ['pointerover', 'pointerdown', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, take, true);
    return () => {
      for (const name of events) document.removeEventListener(name, take, true);
    };
  }, []);
  return pointed;
}
