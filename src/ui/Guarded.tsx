import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { type Access, accessOf } from '../model/scenario/controls.ts';
import styles from './Guarded.module.css';
import { ui } from './ui-state.ts';
import { useStore } from './use-store.ts';

/** What is read, and not set: the note on what a knob is, and whatever has opened from it. */
const isReading = ({ target, currentTarget }: SyntheticEvent): boolean =>
  !(target instanceof Element) ||
  !currentTarget.contains(target) ||
  target.closest('[aria-haspopup="dialog"][aria-disabled="false"]') !== null;

/** Takes an event from a locked control before the control has it. */
function hold(event: SyntheticEvent): void {
  if (isReading(event)) return;
  event.stopPropagation();
  // A check mark that is pressed changes by itself; the focus moves all the same.
  if (event.type === 'click') event.preventDefault();
}

/** What is typed into, where letters are no keys of the page. */
const TEXT = 'input:not([type="range"], [type="checkbox"], [type="radio"]), select, textarea';

/** Takes a key from a locked control; the page's own letters, and Escape, are answered as if nothing had the focus. */
function holdKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  if (isReading(event)) return;
  event.stopPropagation();
  const isOfPage = key === 'Escape' || (key.length === 1 && key !== ' ');
  if (!isOfPage || !(target instanceof Element) || target.matches(TEXT)) return;
  document.body.dispatchEvent(new globalThis.KeyboardEvent(event.type, event.nativeEvent));
}

/** Controls that the link has locked: they can be focused and read, with the reason, and nothing changes them. */
function Locked({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('lab.knobs');
  return (
    <fieldset
      className={styles.locked}
      aria-disabled
      title={t('locked')}
      onClickCapture={hold}
      onPointerDownCapture={hold}
      onKeyDownCapture={holdKey}
      onChangeCapture={hold}
    >
      <legend className="visually-hidden">{t('locked')}</legend>
      {children}
    </fieldset>
  );
}

export interface GuardedProps {
  /** The control's name in a link. */
  readonly name: string;
  readonly children: ReactNode;
}

/** What the link leaves of a control. */
export const useAccess = (name: string): Access => useStore(ui, (state) => accessOf(state.rules, name));

/** A control that the link may have hidden, which then is not on the page at all, or locked: it can be come to, and says why. */
export function Guarded({ name, children }: GuardedProps) {
  const access = useAccess(name);
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  return <Locked>{children}</Locked>;
}
