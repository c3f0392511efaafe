import { useEffect, useRef, useState } from 'react';

/** The size an element has got, px, and that of its type. */
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
    // Its first call comes with the first frame: asking for the size here would lay out the page once more.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
