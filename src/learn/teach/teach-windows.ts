/** The projected page and the window with the notes say to each other where the lesson stands: within this browser, by no server. */
import type { StepName } from '../lessons/lesson.ts';
import { type Showing, teach } from './teach-state.ts';

/** What is said: where the lesson stands, or a question for it from a window that has just been opened. */
type Said = { readonly kind: 'showing'; readonly showing: Showing } | { readonly kind: 'ask' };

const NAME = 'roundtrip.teach';

const present = (): Showing => {
  const { id, place, isBlank, startedMs, rounds, vote } = teach.getState();
  return { id, place, isBlank, startedMs, rounds, vote };
};

/** Keeps this window in step with the other, both ways, until the answered function is called. @param asks whether the other one leads */
export function joinWindows(asks: boolean): () => void {
  const channel = new BroadcastChannel(NAME);
  let known = JSON.stringify(present());
  const say = (said: Said) => channel.postMessage(said);
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'ask') {
      say({ kind: 'showing', showing: present() });
      return;
    }
    // Another lesson in another pair of windows is none of ours.
    if (data.showing.id !== teach.getState().id) return;
    known = JSON.stringify(data.showing);
    teach.setState(data.showing);
  };
  const end = teach.subscribe(() => {
    const now = JSON.stringify(present());
    if (now === known) return;
    known = now;
    say({ kind: 'showing', showing: present() });
  });
  if (asks) say({ kind: 'ask' });
  return () => {
    end();
    channel.close();
  };
}

/** The address of this page, without what is shown on it. */
const pageAddress = (): string => location.href.replace(/#.*$/s, '');

/** Opens the window with the notes; false when the browser does not allow it. */
export const openNotes = (id: string): boolean =>
  open(`${pageAddress()}#/teach/${id}/notes`, 'roundtrip-notes', 'popup,width=900,height=760') !== null;

/**
 * A lesson for students.
 * @param stop where it ends for them; what comes after is not loaded
 * @param page where the page is for them
 */
export const lessonAddress = (id: string, stop: StepName | undefined, page = pageAddress()): string =>
  `${page}#/learn/${id}${stop === undefined ? '' : `?stop=${stop}`}`;

/** The address at which students answer: the lesson up to its prediction. */
export const studentAddress = (id: string, origin?: string): string =>
  lessonAddress(id, 'predict', origin === undefined ? undefined : `${origin}/`);
