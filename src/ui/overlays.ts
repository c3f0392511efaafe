/** Where menus, lists and notes are attached: inside the page's main landmark, so that they belong to it. */
export const OVERLAYS = 'overlays';

export const overlays = (): HTMLElement | null => document.getElementById(OVERLAYS);
