/** What a press acts on. */
const PRESSED = 'button, a[href], summary, input[type="checkbox"], input[type="radio"]';
/** A pointer that moves farther than this between press and release leaves the control on purpose, CSS px. */
const STILL_PX = 4;

/**
 * Keeps a press whose control moves away while it is held. Results that arrive make the page above longer, so the pointer is released over
 * something else: browsers then send the click there, or to what contains both. It goes to the control that was pressed instead.
 * @returns ends it
 */
export function keepPresses(): () => void {
  let press: { readonly control: HTMLElement; readonly x: number; readonly y: number } | undefined;
  const down = ({ target, isPrimary, clientX, clientY }: PointerEvent) => {
    if (!isPrimary) return;
    const control = target instanceof Element ? target.closest<HTMLElement>(PRESSED) : null;
    press = control ? { control, x: clientX, y: clientY } : undefined;
  };
  const click = (event: MouseEvent) => {
    const { control, x = 0, y = 0 } = press ?? {};
    press = undefined;
    const isStill = Math.hypot(event.clientX - x, event.clientY - y) <= STILL_PX;
    // A click without a pointer comes from a key or from a program.
    if (!control?.isConnected || event.detail === 0 || !isStill) return;
    if (event.target instanceof Node && control.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    control.click();
  };
  document.addEventListener('pointerdown', down, true);
  document.addEventListener('click', click, true);
  return () => {
    document.removeEventListener('pointerdown', down, true);
    document.removeEventListener('click', click, true);
  };
}
