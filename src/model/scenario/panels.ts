/** Panels below the stage, in tab order; the first is the default. */
export const PANELS = ['figures', 'why', 'request', 'timeline', 'profile', 'charts'] as const;

export type PanelName = (typeof PANELS)[number];
