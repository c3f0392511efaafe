import { useEffect, useState } from 'react';

/**
 * How many items of a long list to render: one part at once, and another one after each frame. So no list blocks the page
 * while it opens, and search in the page finds every item a moment later. What follows the list is rendered when it is whole: the
 * parts would push it out of sight.
 * @param all number of items in the list
 * @param part number of items that render well within 50 ms on a slow machine
 */
export function useGrowing(all: number, part: number): number {
  const [count, setCount] = useState(part);
  useEffect(() => {
    if (count >= all) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The task after the frame: the part before is on the screen.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setCount(count + part));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [count, all, part]);
  return Math.min(count, all);
}
