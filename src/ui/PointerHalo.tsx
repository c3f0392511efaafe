import { useEffect, useRef } from 'react';
import styles from './PointerHalo.module.css';

/** The ring disappears when the pointer has rested for this time, ms. */
const REST_MS = 2_000;

/** A ring around the mouse pointer, which is hard to see on a projected page. Touch needs none. */
export function PointerHalo() {
  const ring = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const hide = () => ring.current?.removeAttribute('data-shown');
    const move = ({ pointerType, clientX, clientY }: PointerEvent) => {
      clearTimeout(rest);
      const { current } = ring;
      if (!current || pointerType === 'touch') return hide();
      current.style.transform = `translate(${clientX}px, ${clientY}px)`;
      current.dataset.shown = '';
      rest = setTimeout(hide, REST_MS);
    };
    addEventListener('pointermove', move, { passive: true });
    document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      clearTimeout(rest);
      removeEventListener('pointermove', move);
      document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
  return <div ref={ring} className={styles.halo} aria-hidden="true" />;
}
