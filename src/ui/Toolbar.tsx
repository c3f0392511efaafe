import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

export interface ToolbarProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

const buttonsOf = (bar: HTMLElement): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>('button')];

/** Tab comes to this one of the bar, and to no other. */
function stopAt(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const button of buttonsOf(bar)) button.tabIndex = button === stop ? 0 : -1;
}

/**
 * Buttons that are one stop for Tab, with arrows from one to the next: a toolbar as WAI-ARIA describes it. Tab comes to the one
 * where it was last, at first to that which is on.
 */
export function Toolbar({ label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // Whoever pressed one with the mouse goes through the run with the arrows as before.
  const isKeyed = useRef(false);
  // Buttons come and go with what the link leaves of them.
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
