/** Whether things may move: the reader's setting, then the link's, then the system's. */
import { settings } from '../stores/settings.ts';
import { ui } from '../stores/ui.ts';

const media = (query: string): boolean => globalThis.matchMedia?.(query).matches ?? false;

export function isMotionReduced(): boolean {
  const { motion } = settings.getState();
  const chosen = motion === 'system' ? ui.getState().fromLink.motion : motion;
  return chosen === undefined ? media('(prefers-reduced-motion: reduce)') : chosen === 'reduce';
}
