/** The card's sections in order; each has an address: `#/model/costs`. */
export const SECTIONS = [
  'answers',
  'modelled',
  'leftOut',
  'costs',
  'defaults',
  'fits',
  'agreement',
  'check',
] as const;
export type SectionId = (typeof SECTIONS)[number];

/** The element id of a section. */
export const placeOf = (id: string): string => `model-${id}`;

/** Scrolls to a section and moves the focus there. */
export function goTo(id: string): void {
  const heading = document.getElementById(placeOf(id));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
