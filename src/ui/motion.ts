/** Whether motion is allowed: the reader's setting, then the link's, then the system's. */
import { settings } from './settings-state.ts';
import { ui } from './ui-state.ts';

const media = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false;

export function isMotionReduced(): boolean {
  const { motion } = settings.getState();
  const chosen = motion === 'system' ? ui.getState().fromLink.motion : motion;
  return chosen === undefined ? media('(prefers-reduced-motion: reduce)') : chosen === 'reduce';
}
