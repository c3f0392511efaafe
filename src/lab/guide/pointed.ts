/** What beside the stage is pointed at while things are explained: an entry of the legend, the tab of a panel. */
import { useEffect, useState } from 'react';
import { LOOKS, type Look } from '../../lib/palette.ts';
import { PANELS, type PanelName } from '../../model/scenario/panels.ts';

/** The entries of the legend, in its order. */
export const LEGEND_NAMES = [...LOOKS, 'dot', 'part', 'held'] as const;

export type LegendName = Look | 'dot' | 'part' | 'held';

export type Pointed =
  | { readonly kind: 'looks'; readonly name: LegendName }
  | { readonly kind: 'panels'; readonly name: PanelName };

/** What an element belongs to, of what can be explained beside the stage. */
export function pointedAt(element: Element | null): Pointed | undefined {
  const look = element?.closest<HTMLElement>('[data-look]')?.dataset.look;
  const legend = LEGEND_NAMES.find((name) => name === look);
  if (legend) return { kind: 'looks', name: legend };
  const tab = element?.closest('#results [role=tab]')?.id;
  const panel = PANELS.find((name) => tab?.endsWith(name));
  return panel && { kind: 'panels', name: panel };
}

/**
 * What a mouse rests on, a finger presses or the keyboard has reached; it stays until something else is pointed at.
 * @param other what is explained on the stage: chosen anew, it takes the place
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
