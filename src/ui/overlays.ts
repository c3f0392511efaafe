/** Container of menus, lists and notes: inside the page's main landmark, so that they belong to it. */
export const OVERLAYS = 'overlays';

export const overlays = (): HTMLElement | null => document.getElementById(OVERLAYS);
