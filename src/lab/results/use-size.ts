import { useEffect, useRef, useState } from 'react';

/** The size of an element and its font size, px. */
export function useSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0, fontSize: 13 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const fontSize = Number.parseFloat(getComputedStyle(element).fontSize) || 13;
      setSize({ width: element.clientWidth, height: element.clientHeight, fontSize });
    };
    // The observer first fires with the first frame; a measurement here would force a layout.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
