/** What the card says, in this order; each has an address: `#/model/costs`. */
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

/** The place of a section in the document. */
export const placeOf = (id: string): string => `model-${id}`;

/** Leads the reader, and the keyboard, to a section. */
export function goTo(id: string): void {
  const heading = document.getElementById(placeOf(id));
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: 'start' });
}
