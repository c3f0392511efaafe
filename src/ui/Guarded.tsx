import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';
import { useTranslations } from 'use-intl';
import { type Access, accessOf } from '../model/scenario/controls.ts';
import styles from './Guarded.module.css';
import { ui } from './ui-state.ts';
import { useStore } from './use-store.ts';

/** Elements that only explain: the note on a setting, and its popup. */
const isReading = ({ target, currentTarget }: SyntheticEvent): boolean =>
  !(target instanceof Element) ||
  !currentTarget.contains(target) ||
  target.closest('[aria-haspopup="dialog"][aria-disabled="false"]') !== null;

/** Stops an event before it reaches a locked control. */
function hold(event: SyntheticEvent): void {
  if (isReading(event)) return;
  event.stopPropagation();
  // A pressed checkbox toggles by itself; the focus moves all the same.
  if (event.type === 'click') event.preventDefault();
}

/** Text inputs, where letters are no shortcuts. */
const TEXT = 'input:not([type="range"]), textarea';

/** Stops a key before it reaches a locked control; the page's letters and Escape still work. */
function holdKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target } = event;
  if (isReading(event)) return;
  event.stopPropagation();
  const isOfPage = key === 'Escape' || (key.length === 1 && key !== ' ');
  if (!isOfPage || !(target instanceof Element) || target.matches(TEXT)) return;
  document.body.dispatchEvent(new globalThis.KeyboardEvent(event.type, event.nativeEvent));
}

/** Controls that the link has locked: focusable and readable, with the reason, but not editable. */
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

/** The access to a control by the link. */
export const useAccess = (name: string): Access => useStore(ui, (state) => accessOf(state.rules, name));

/**
 * A control that the link may hide or lock. A hidden one is not rendered; a locked one is focusable and gives
 * the reason.
 */
export function Guarded({ name, children }: GuardedProps) {
  const access = useAccess(name);
  if (access === 'hidden') return null;
  if (access === 'free') return children;
  return <Locked>{children}</Locked>;
}
