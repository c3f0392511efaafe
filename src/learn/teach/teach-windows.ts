/** Synchronises the projected page and the notes window, within this browser and without a server. */
import type { StepName } from '../lessons/lesson.ts';
import { type Showing, teach } from './teach-state.ts';

/** The messages: the shared state, or a request for it from a window that has just opened. */
type WindowMessage = { readonly kind: 'showing'; readonly showing: Showing } | { readonly kind: 'ask' };

const NAME = 'roundtrip.teach';

const present = (): Showing => {
  const { id, place, isBlank, startedMs, rounds, vote } = teach.getState();
  return { id, place, isBlank, startedMs, rounds, vote };
};

/**
 * Synchronises this window with the other, both ways; the returned function stops it.
 * @param asks whether the other one leads
 */
export function joinWindows(asks: boolean): () => void {
  const channel = new BroadcastChannel(NAME);
  let known = JSON.stringify(present());
  const send = (message: WindowMessage) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<WindowMessage>) => {
    if (data.kind === 'ask') {
      send({ kind: 'showing', showing: present() });
      return;
    }
    // Another lesson belongs to another pair of windows.
    if (data.showing.id !== teach.getState().id) return;
    known = JSON.stringify(data.showing);
    teach.setState(data.showing);
  };
  const end = teach.subscribe(() => {
    const now = JSON.stringify(present());
    if (now === known) return;
    known = now;
    send({ kind: 'showing', showing: present() });
  });
  if (asks) send({ kind: 'ask' });
  return () => {
    end();
    channel.close();
  };
}

/** The address of this page without its fragment. */
const pageAddress = (): string => location.href.replace(/#.*$/s, '');

/** Opens the notes window; false when the browser blocks it. */
export const openNotes = (id: string): boolean =>
  open(`${pageAddress()}#/teach/${id}/notes`, 'roundtrip-notes', 'popup,width=900,height=760') !== null;

/**
 * The address of a lesson for students.
 * @param stop last step; the rest is not loaded
 * @param page address of the page for students
 */
export const lessonAddress = (id: string, stop: StepName | undefined, page = pageAddress()): string =>
  `${page}#/learn/${id}${stop === undefined ? '' : `?stop=${stop}`}`;

/** The address at which students answer: the lesson up to its prediction. */
export const studentAddress = (id: string, origin?: string): string =>
  lessonAddress(id, 'predict', origin === undefined ? undefined : `${origin}/`);
