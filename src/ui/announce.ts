/** Says something to the reader: to screen readers politely, and on screen when it answers something that was just done. */
import { ui } from './ui-state.ts';

export function announce(text: string, { isVisible = false } = {}): void {
  ui.setState(isVisible ? { announcement: { text }, notice: { text } } : { announcement: { text } });
}
