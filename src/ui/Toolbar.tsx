import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

export interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const buttonsOf = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button')];

/** Makes one button the only tab stop of the bar. */
function stopAt(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const button of buttonsOf(bar)) button.tabIndex = button === stop ? 0 : -1;
}

/**
 * A WAI-ARIA toolbar: one tab stop, with arrow keys between the buttons. The stop is the last focused button,
 * at first the pressed one.
 */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // After a press with the mouse, arrow keys keep moving the playhead.
  const isKeyed = useRef(false);
  // The link may hide or show buttons.
  useLayoutEffect(() => {
    if (!bar.current || bar.current.contains(document.activeElement)) return;
    const buttons = buttonsOf(bar.current);
    stopAt(
      bar.current,
      buttons.find((button) => button.matches('[aria-pressed=true], [aria-current]')) ?? buttons[0],
    );
  });
  const onFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    if (!buttonsOf(currentTarget).includes(target)) return;
    isKeyed.current = target.matches(':focus-visible');
    stopAt(currentTarget, target);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = buttonsOf(event.currentTarget);
    const at = buttons.indexOf(event.target as HTMLElement);
    const last = buttons.length - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (!isKeyed.current || at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[(to + buttons.length) % buttons.length]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={className}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}
