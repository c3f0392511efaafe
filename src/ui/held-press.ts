/** Elements that a press activates. */
const PRESSED = 'button, a[href], summary';
/** A pointer that moves farther than this between press and release cancels the press, CSS px. */
const STILL_PX = 4;

/**
 * Keeps a press whose control moves during it. Arriving results lengthen the page above, so the release is
 * over something else. Browsers then send the click there, or to a common ancestor; this sends it to the
 * pressed control.
 * @returns stops it
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
    // A click without a pointer comes from a key or from a script.
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
