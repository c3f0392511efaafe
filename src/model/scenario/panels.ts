/** What can be looked at below the stage, in the order of its tabs; the first one is open unless something else is asked for. */
export const PANELS = ['figures', 'why', 'request', 'timeline', 'profile', 'charts'] as const;

export type PanelName = (typeof PANELS)[number];
